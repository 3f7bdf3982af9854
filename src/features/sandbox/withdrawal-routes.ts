import { Type } from 'typebox';
import { assert } from '../../errors/app-error.ts';
import { defineRoute, type Route } from '../../platform/http/route.ts';
import {
  id,
  idParam,
  isoInstant,
  moneyString,
  nullable,
  oneOf,
} from '../../platform/http/schema.ts';
import type { SandboxDeps } from './deps.ts';
import { SANDBOX_TAG as tag } from './tag.ts';

const WITHDRAWAL = '01920f3c-8d11-7a5b-b0c4-2f6e8a9d1c3e';

const withdrawalSchema = Type.Object({
  id: id('Id of the withdrawal.'),
  address: Type.String({
    description: 'Solana address that receives.',
    examples: ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'],
  }),
  amountUsd: moneyString('USDC that leaves.', '100'),
  status: oneOf(['SENT', 'CONFIRMED', 'RETURNED'], {
    description: 'Where it stands now.',
    examples: ['SENT'],
  }),
  availableAt: isoInstant('When it is sent at the earliest.'),
  txSignature: nullable(Type.String({ description: 'Its transaction; null until it is sent.' })),
  createdAt: isoInstant('When it was asked for.'),
  updatedAt: isoInstant('When it changed last.'),
});

/** What the chain does with withdrawals of paper accounts. */
export const withdrawalRoutes = ({ withdrawals }: SandboxDeps): readonly Route[] => [
  defineRoute({
    method: 'PUT',
    path: '/withdrawals/{id}',
    auth: 'sandbox',
    scope: 'none',
    tag,
    summary: 'Settle a withdrawal',
    description:
      'Where there is a sandbox, a withdrawal that is PENDING waits for this. SENT sends it; ' +
      'CONFIRMED makes it final, sending it first where that is still to be done; RETURNED gives ' +
      'the money back, before or after it was sent. What has the status already stays as it is.',
    params: Type.Object({ id: idParam('Id of the withdrawal.') }),
    body: Type.Object({
      status: oneOf(['SENT', 'CONFIRMED', 'RETURNED'], {
        description: 'What happens to it.',
        examples: ['SENT'],
      }),
    }),
    response: withdrawalSchema,
    errors: ['NOT_FOUND'],
    examples: {
      request: { status: 'SENT' },
      response: {
        id: WITHDRAWAL,
        address: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
        amountUsd: '100',
        status: 'SENT',
        availableAt: '2026-01-31T14:30:00.000Z',
        txSignature: `paper_${WITHDRAWAL}`,
        createdAt: '2026-01-30T14:30:00.000Z',
        updatedAt: '2026-01-31T14:30:00.000Z',
      },
    },
    async handler({ params, body: { status } }) {
      const settled = await withdrawals.settle(params.id, status);
      assert(settled.status === status, 'a settled withdrawal stands where it was put');
      return { ...settled, status };
    },
  }),
];
