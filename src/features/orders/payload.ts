/** A shape as the payload of an intent has it: every amount as text of its integer units. */
export type InPayload<Shape> = {
  readonly [Field in keyof Shape]: Shape[Field] extends bigint
    ? string
    : Shape[Field] extends bigint | null
      ? string | null
      : Shape[Field];
};

/** What of an order is kept on its intent, as JSON text; read back by the order's own vertical. */
export const encodePayload = (pending: object): string =>
  JSON.stringify(pending, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
