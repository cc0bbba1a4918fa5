import { dictionary } from '../i18n/dictionary';

/** Words of the page around the table: title, menu, settings, connection. */
export const appWords = dictionary(
  {
    title: 'Page One',
    toTable: 'Skip to the game',
    language: 'Language',
    languages: { ja: '日本語', en: 'English' },
    theme: 'Appearance',
    themes: { auto: 'Automatic', light: 'Light', dark: 'Dark' },
    settings: 'Settings',
    close: 'Close',
  },
  {
    title: 'ページワン',
    toTable: 'ゲームへ移動',
    language: '言語',
    languages: { ja: '日本語', en: 'English' },
    theme: '表示',
    themes: { auto: '自動', light: 'ライト', dark: 'ダーク' },
    settings: '設定',
    close: '閉じる',
  },
);
