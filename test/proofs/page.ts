import { routes } from './document.ts';
import { type DerivedItem, derivedItems } from './items.ts';
import { byHand, comingItems, ruleSections } from './rules.ts';
import { readSeen } from './seen-file.ts';

/** How the proof of a row shows it. */
type Way = 'compared' | 'described' | 'sent' | 'answered' | 'by hand' | 'to come';

export interface Row {
  readonly item: DerivedItem;
  readonly way: Way;
  /** The proofs; of what is to come the reason. Empty: nobody proves it. */
  readonly proofs: readonly string[];
}

const ways: Readonly<Record<DerivedItem['kind'], Way>> = {
  route: 'answered',
  request: 'sent',
  answer: 'described',
  value: 'answered',
  code: 'answered',
};

/** Every item of the document with what proves it. */
export function derivedRows(): Row[] {
  const seen = readSeen();
  return derivedItems.map((item): Row => {
    const name = `${item.of} ${item.name}`;
    const reason = comingItems[name];
    if (reason !== undefined) return { item, way: 'to come', proofs: [reason] };
    const key = item.keys.find((one) => seen.has(one));
    const proof = key === undefined ? undefined : seen.get(key);
    if (key === undefined || proof === undefined) {
      return { item, way: 'by hand', proofs: byHand[name] ?? [] };
    }
    return {
      item,
      way: key.startsWith('compared ') ? 'compared' : ways[item.kind],
      proofs: [proof],
    };
  });
}

const short = (proof: string): string => {
  const [file = '', ...title] = proof.split(' > ');
  const name = file.replace(/^test\//, '').replace(/\.test\.ts$/, '');
  return `\`${name}\` ${text(title.join(' > '))}`;
};

/** Signs that would end a cell or be taken for markup. */
const text = (value: string): string => value.replaceAll(/[|<>*_[\]]/g, (sign) => `\\${sign}`);

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---|').join('')}`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

const proofCell = ({ way, proofs }: Row): string =>
  way === 'to come' ? `to come: ${proofs.join()}` : proofs.map(short).join('; ');

function tablesOf(rows: readonly Row[], kinds: readonly DerivedItem['kind'][]): string[] {
  const byOwner = new Map<string, Row[]>();
  for (const row of rows) {
    if (!kinds.includes(row.item.kind)) continue;
    byOwner.set(row.item.of, [...(byOwner.get(row.item.of) ?? []), row]);
  }
  return [...byOwner].flatMap(([of, own]) => [
    `### \`${of}\``,
    '',
    ...table(
      ['', 'proof', 'test'],
      own.map((row) => [`\`${row.item.name}\``, row.way, proofCell(row)]),
    ),
  ]);
}

const isOfRoute = ({ item }: Row): boolean => item.of.includes(' ');

function ruleTables(): string[] {
  return Object.entries(ruleSections).flatMap(([heading, sources]) => [
    `### ${heading}`,
    '',
    ...table(
      ['rule', 'source', 'test'],
      sources.flatMap(({ source, rules }) =>
        Object.entries(rules).map(([rule, proofs]) => [
          text(rule),
          source,
          typeof proofs === 'string' ? `to come: ${proofs}` : proofs.map(short).join('; '),
        ]),
      ),
    ),
  ]);
}

const introduction = `# What is proven by which test

<!-- Written from openapi.json and test/proofs. To bring it up to date:
npm run coverage -->

Every route, field, value and code of [the published document](../../openapi.json) and every rule and
limit of the specification and the contract, with a test that proves it. A test holds that nothing
is missing, that every named test is there, and that no row is empty unless it says what is still to
come.

What the document promises is gathered by running the end-to-end tests and watching what they see;
one test is named for each row. The middle column says what kind of proof it is:

- **compared**: the test compares the value of the field with an expected one: the expectation has
  touched the field, or a value that was read from it before.
- **described**: no test compares the value. The field stood in an answer, and the client of the tests
  holds every answer against the document to the last field, so it has the form that is described.
- **sent**: a request with the field was taken.
- **answered**: the status, value or code was the answer of a request, which fitted the document.
- **by hand**: the proof was named by hand, since the end-to-end tests cannot see it.

Rules are kept by hand, in short words and with the place they come from.
`;

/** The page of the documentation. */
export function coveragePage(): string {
  const rows = derivedRows();
  const ofRoutes = rows.filter(isOfRoute);
  const ofComponents = rows.filter((row) => !isOfRoute(row));
  const rules = Object.values(ruleSections).flat();
  const count = rules.reduce((sum, source) => sum + Object.keys(source.rules).length, 0);
  return [
    introduction,
    `${routes.length} routes, ${rows.length} rows of the document, ${count} rules.`,
    '',
    '## Rules and limits',
    '',
    ...ruleTables(),
    '## Routes',
    '',
    ...tablesOf(ofRoutes, ['route', 'request', 'value', 'answer']),
    '## Answers',
    '',
    ...tablesOf(ofComponents, ['answer', 'value']),
    '## Codes',
    '',
    ...tablesOf(ofComponents, ['code']),
  ].join('\n');
}
