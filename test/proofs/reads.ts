import type { FieldsByObject } from './seen.ts';

/** More different values than any test reads one by one; what comes later is not remembered. */
const MOST_VALUES = 20_000;
/** Leaves of one compared value that are looked at. */
const MOST_LEAVES = 5_000;

/** A value that many fields have, so that it says little about where it comes from. */
const isCommon = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && value < 10) ||
  (typeof value === 'string' && value.length < 2);

/**
 * Follows which fields of answers a test reads and which of those it compares. While an
 * expectation runs, what it touches of an answer is compared. What a test has read before and
 * compares as a plain value is recognised by that value: anywhere in the test when the value is
 * telling, only since the expectation before when it is a common one.
 */
export class Reads {
  readonly #byObject: FieldsByObject = new WeakMap();
  readonly #views = new WeakMap<object, object>();
  readonly #made = new WeakSet<object>();
  readonly #onCompared: (field: string) => void;
  #values = new Map<unknown, Set<string>>();
  #recent = new Map<unknown, Set<string>>();
  #comparing = false;

  constructor(onCompared: (field: string) => void) {
    this.#onCompared = onCompared;
  }

  get fields(): FieldsByObject {
    return this.#byObject;
  }

  /** A new test has begun: what was read before tells nothing of it. */
  forget(): void {
    this.#values = new Map();
    this.#recent = new Map();
  }

  /** The value as the test gets it: the same to look at, and its reads are noticed. */
  view<T>(value: T): T {
    if (value === null || typeof value !== 'object') return value;
    const known = this.#views.get(value);
    if (known !== undefined) return known as T;
    const made = new Proxy(value, {
      get: (target, key) => {
        const inner = Reflect.get(target, key);
        if (typeof key === 'string') this.#read(target, key, inner);
        return typeof inner === 'function' ? inner : this.view(inner);
      },
    });
    this.#views.set(value, made);
    this.#made.add(made);
    return made as T;
  }

  #read(object: object, key: string, value: unknown): void {
    const field = this.#byObject.get(object)?.get(key);
    if (field === undefined) return;
    if (this.#comparing) this.#onCompared(field);
    else if (this.#values.size < MOST_VALUES) {
      for (const values of [this.#values, this.#recent]) {
        const fields = values.get(value) ?? new Set();
        values.set(value, fields.add(field));
      }
    }
  }

  /** Runs an expectation on a value. */
  compare<T>(actual: unknown, expectation: () => T): T {
    this.#comparing = true;
    try {
      this.#leaves(actual, { left: MOST_LEAVES });
      return expectation();
    } finally {
      this.#comparing = false;
      this.#recent = new Map();
    }
  }

  #leaves(value: unknown, budget: { left: number }): void {
    budget.left -= 1;
    if (budget.left < 0) return;
    if (value === null || typeof value !== 'object') {
      const fields = (isCommon(value) ? this.#recent : this.#values).get(value);
      for (const field of fields ?? []) this.#onCompared(field);
      return;
    }
    // What is an answer itself tells its fields when the expectation touches them.
    if (this.#made.has(value) || !isPlain(value)) return;
    for (const inner of Object.values(value)) this.#leaves(inner, budget);
  }
}

const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
