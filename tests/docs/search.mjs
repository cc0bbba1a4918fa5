// Asks the built site's own search outside a browser: `node search.mjs SITE QUERY...` prints, for each query, the pages
// found, best first. The worker gets what a browser's would have, and nothing else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';

const [site, ...queries] = process.argv.slice(2);
const workers = join(site, 'assets', 'javascripts', 'workers');
const [name] = readdirSync(workers).filter((each) => /^search\..*\.js$/.test(each));
const { config, docs } = JSON.parse(readFileSync(join(site, 'search', 'search_index.json'), 'utf8'));

let listener;
let answered;
const scope = vm.createContext({
  console,
  addEventListener: (_, added) => { listener = added; },
  postMessage: (message) => answered(message),
  importScripts: (...files) => files.forEach((file) => run(join(workers, file))),
});
scope.self = scope;
const run = (file) => vm.runInContext(readFileSync(file, 'utf8'), scope, { filename: file });
const ask = (data) => new Promise((resolve) => { answered = resolve; listener({ data }); });

run(join(workers, name));
await ask({ type: 0, data: { config, docs, options: { suggest: false } } });
for (const query of queries) {
  const { data } = await ask({ type: 2, data: query });
  console.log(JSON.stringify(data.items.map((pages) => pages[0].location.replace(/#.*/, ''))));
}
