/**
 * Chances and chance of the model. As everywhere in a price model the numbers are JS floats: the
 * source that prices are drawn from, never an amount.
 */

/** Error function after Abramowitz and Stegun 7.1.26; off by 1.5e-7 at most. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const poly =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const value = 1 - poly * Math.exp(-x * x);
  return x < 0 ? -value : value;
}

/** Φ(z): the chance that a standard normal number is at most z. */
export const normalCdf = (z: number): number => (1 + erf(z / Math.SQRT2)) / 2;

/** The z with Φ(z) = chance, 0 < chance < 1; to six digits, by halving. */
export function normalQuantile(chance: number): number {
  let low = -6;
  let high = 6;
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Mixes 32 bits so that neighbouring inputs give unrelated outputs. */
function mix(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1) that depends on a key and two whole numbers, evenly spread and unrelated. */
export const roll = (key: number, a: number, b = 0): number =>
  mix(mix(key ^ Math.imul(a, 0x9e3779b1)) ^ Math.imul(b, 0x85157af5)) / 2 ** 32;
