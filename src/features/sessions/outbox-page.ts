/** Written into the page as text alone: what stands in a mail is never taken as markup. */
const SCRIPT = `
const form = document.querySelector('form');
const list = document.querySelector('ol');
const status = document.querySelector('[role=status]');
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const authorization = 'Bearer ' + form.elements.token.value;
  const answer = await fetch('/sandbox/v1/outbox', { headers: { authorization } });
  const { data = [], message = '' } = await answer.json();
  list.replaceChildren(...data.map(item));
  status.textContent = answer.ok ? data.length + ' mails' : message;
});
function item(mail) {
  const row = document.createElement('li');
  const head = document.createElement('h2');
  head.textContent = mail.subject;
  const to = document.createElement('p');
  to.textContent = mail.createdAt + ' to ' + mail.to;
  const text = document.createElement('pre');
  for (const part of mail.text.split(/(https?:\\/\\/\\S+)/)) {
    if (!/^https?:/.test(part)) { text.append(part); continue; }
    const link = document.createElement('a');
    link.href = part;
    link.textContent = part;
    text.append(link);
  }
  row.append(head, to, text);
  return row;
}
`;

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;' +
  'color-scheme:light dark}pre{white-space:pre-wrap;overflow-wrap:anywhere}ol{padding:0;' +
  'list-style:none}input{font:inherit;width:20rem;max-width:100%}button{font:inherit}';

/**
 * The outbox of a paper service without a mail server. The page itself holds nothing: it asks for
 * the sandbox token, since links in mails open accounts and a loopback address may be a proxy's.
 */
export const OUTBOX_PAGE = [
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox - Skein</title>',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  `<style>${STYLE}</style></head><body><main><h1>Outbox</h1>`,
  '<p>Mail of this paper service. The sandbox token was printed at the first start.</p>',
  '<form><label>Sandbox token <input name="token" type="password" autocomplete="off" required>',
  '</label> <button>Show</button></form><p role="status"></p><ol></ol></main>',
  `<script>${SCRIPT}</script></body></html>`,
].join('');
