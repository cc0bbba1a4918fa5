import { signal } from '@preact/signals';

/** The pages, by the path in the address's hash. Everything after a `?` there belongs to the page. */
export type Route = { readonly page: 'setup' | 'game'; readonly query: URLSearchParams };

export function parseRoute(hash: string): Route {
  const [path = '', ...queries] = hash.replace(/^#/, '').split('?');
  const query = queries.join('?');
  return { page: path === '/game' ? 'game' : 'setup', query: new URLSearchParams(query) };
}

export const route = signal<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));

/** Follows the address from now on. */
export function startRouter(): void {
  window.addEventListener('hashchange', () => {
    route.value = parseRoute(location.hash);
  });
}

/** Goes to a page: `/` or `/game`, with or without a query. */
export function go(path: string): void {
  location.hash = path;
  route.value = parseRoute(location.hash);
}
