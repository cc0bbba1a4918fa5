import type { Language } from '../app/settings';
import type { Rules } from '../contract';

/** The bots' names, by seat; the character is what stands on their badge. */
const NAMES: Readonly<Record<Language, readonly string[]>> = {
  en: ['Haru', 'Natsu', 'Aki', 'Fuyu', 'Sora', 'Umi', 'Yama', 'Kawa'],
  ja: ['はる', 'なつ', 'あき', 'ふゆ', 'そら', 'うみ', 'やま', 'かわ'],
};
export const BADGES = ['春', '夏', '秋', '冬', '空', '海', '山', '川'] as const;
const PRESETS: Readonly<Record<string, Record<Language, string>>> = {
  page_one: { en: 'Page One', ja: 'ページワン' },
  imohori: { en: 'Imohori', ja: '芋掘り' },
  only_one: { en: 'Only One', ja: 'オンリーワン' },
  american_page_one: { en: 'American Page One', ja: 'アメリカンページワン' },
};

/** A seat's name; the person's own is "You". */
export function seatName(seat: number, mine: number, language: Language): string {
  if (seat === mine) return language === 'ja' ? 'あなた' : 'You';
  return NAMES[language][seat] ?? `${language === 'ja' ? '席' : 'Seat '}${seat + 1}`;
}

/** What rules are called: a preset's name in the language, or what its author called it. */
export function rulesName(rules: Rules | undefined, language: Language): string {
  const name = rules?.name ?? '';
  const game = rules?.game.case === 'pageOne' ? 'page_one' : 'american_page_one';
  return PRESETS[name]?.[language] ?? (name || (PRESETS[game]?.[language] ?? ''));
}
