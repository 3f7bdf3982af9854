import { assert } from '../../errors/app-error.ts';
import { Refusal } from './gamma-values.ts';
import { ELEMENT_KINDS, type Element, type ElementKind } from './import-elements.ts';

/** How many elements of a kind came in, were further records of one that did, or were refused. */
export interface KindCounts {
  readonly imported: number;
  readonly merged: number;
  readonly refused: number;
}

export interface PredictionCounts {
  /** By kind, those that were found. */
  readonly kinds: ReadonlyMap<ElementKind, KindCounts>;
  readonly refused: number;
}

/** What became of each element. */
export interface ImportReport {
  imported(element: Element): void;
  /** A further record of something that is imported. */
  merged(element: Element): void;
  refused(element: Element, reason: string): void;
  /** The value that is read out of an element; undefined when that refuses it. */
  attempt<T>(element: Element, read: () => T): T | undefined;
  counts(): PredictionCounts;
  /** One line for each refused element, in order, then one for each kind, then the total. */
  print(print: (line: string) => void): void;
}

interface Outcome {
  readonly what: keyof KindCounts;
  /** Of a refusal. */
  readonly reason: string;
}

/** Keeps the outcome of every element, the last one it is told. */
export function createReport(elements: readonly Element[]): ImportReport {
  const outcomes = new Map<Element, Outcome>();
  const tell =
    (what: keyof KindCounts) =>
    (element: Element, reason = ''): void => {
      outcomes.set(element, { what, reason });
    };
  const refused = tell('refused');
  const countOf = (what: keyof KindCounts, kind: ElementKind | null): number =>
    elements.filter(
      (one) => outcomes.get(one)?.what === what && (kind === null || one.kind === kind),
    ).length;
  const counts = (): PredictionCounts => {
    const found = ELEMENT_KINDS.filter((kind) => elements.some((one) => one.kind === kind));
    const kinds = found.map((kind) => {
      const imported = countOf('imported', kind);
      return [
        kind,
        { imported, merged: countOf('merged', kind), refused: countOf('refused', kind) },
      ];
    });
    const refusals = countOf('refused', null);
    return { kinds: new Map(kinds as [ElementKind, KindCounts][]), refused: refusals };
  };
  return {
    imported: tell('imported'),
    merged: tell('merged'),
    refused,
    attempt(element, read) {
      try {
        return read();
      } catch (problem) {
        if (!(problem instanceof Refusal)) throw problem;
        refused(element, problem.message);
        return undefined;
      }
    },
    counts,
    print(print) {
      for (const element of elements) {
        const outcome = outcomes.get(element);
        assert(outcome !== undefined, 'every element is imported or refused');
        const { file, kind, id } = element;
        if (outcome.what === 'refused') print(`${file}: ${kind} (${id}): ${outcome.reason}`);
      }
      const { kinds, refused: total } = counts();
      for (const [kind, of] of kinds) {
        print(`${kind}: ${of.imported} imported, ${of.merged} merged, ${of.refused} refused`);
      }
      print(`${elements.length} elements, ${total} refused`);
    },
  };
}
