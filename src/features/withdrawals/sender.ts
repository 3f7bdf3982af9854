/** What a sender is asked to pay. */
export interface Payment {
  /** Of the withdrawal: what the sender knows the payment by. */
  readonly id: string;
  /** Of the account; a sender pays for accounts of its own mode alone. */
  readonly mode: string;
  readonly address: string;
  /** USDC in 1e-6 dollars, as digits. */
  readonly amount: string;
  /** Grows with every attempt: when a later one has begun, an earlier one must not be sent. */
  readonly attempt: number;
}

/**
 * What became of a payment. SENT: it has left. CONFIRMED: it is final. RETURNED: it failed for good
 * and nothing has left, or all of it came back. NOT_SENT: proof that no attempt up to this one was
 * or ever will be sent. UNKNOWN: nothing of this is certain.
 */
export type PaymentOutcome =
  | { readonly status: 'SENT' | 'CONFIRMED'; readonly signature: string }
  | { readonly status: 'RETURNED' | 'NOT_SENT' | 'UNKNOWN' };

/**
 * Pays USDC out. A call that fails or takes too long has an unknown outcome: the caller then asks
 * `find` and does not send again until that is NOT_SENT.
 */
export interface WithdrawalSender {
  readonly mode: 'paper' | 'live';
  send(payment: Payment): Promise<PaymentOutcome>;
  find(payment: Payment): Promise<PaymentOutcome>;
}
