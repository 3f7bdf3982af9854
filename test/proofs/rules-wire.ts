import type { Source } from './rule.ts';

export const wireRules: readonly Source[] = [
  {
    source: 'contract 1.1',
    rules: {
      'Money and decimals are printed in plain notation, with no exponent, trailing zeros, -0 or plus sign':
        [
          'src/money/text.test.ts > is what decimal.js prints in plain notation',
          'test/e2e/perps-read.test.ts > writes numbers as plain decimal text, the smallest and the largest',
          'test/e2e/predictions-discovery.test.ts > shows every number as a plain decimal string and every date to the millisecond',
        ],
      'A decimal that is read and printed is the same number': [
        'src/money/text.test.ts > is read back as the same number, at every scale (I7)',
      ],
      'An input with trailing zeros is accepted and echoed without them': [
        'test/e2e/perps-open-refused.test.ts > takes a leverage of two decimals from 1 to what the market allows',
        'src/features/groups/inputs.test.ts > whole dollars may be typed with zeros after the point',
      ],
      'A JSON number, an exponent, blanks, a plus sign, a bare point, foreign digits or more than 64 characters are refused':
        [
          'test/e2e/validation.test.ts > every field of every body',
          'src/money/text.test.ts > not %j',
          'src/money/text.test.ts > the longest decimal has 64 characters',
        ],
      'An amount that moves USDC has at most 6 decimals': [
        'test/e2e/validation.test.ts > every field of every body',
      ],
      'An amount to trade is above 0': ['test/e2e/validation.test.ts > every field of every body'],
    },
  },
  {
    source: 'contract 1.2',
    rules: {
      'Timestamps are ISO 8601 in UTC with milliseconds and Z': [
        'test/e2e/predictions-discovery.test.ts > shows every number as a plain decimal string and every date to the millisecond',
        'test/e2e/perps-read.test.ts > dates by the clock of the service',
        'src/platform/db/types.test.ts > reads every instant to the millisecond, in every time zone',
      ],
    },
  },
  {
    source: 'contract 1.3',
    rules: {
      'An id that cannot be one is 404 in a path, never 500': [
        'src/platform/http/requests.test.ts > an id that cannot be one is 404, as is a path that does not fit its schema',
        'src/features/groups/routes.test.ts > ids that are none are unknown groups and unknown members, never failures',
        'test/e2e/refusals.test.ts > refuses what does not exist',
      ],
    },
  },
  {
    source: 'contract 1.4',
    rules: {
      'A success is wrapped in data': [
        'src/platform/http/requests.test.ts > data is sent in its envelope, printed by the schema of the route',
        'test/e2e/openapi.test.ts > describes the answers that the service really gives, to the last field',
      ],
      'A POST that creates answers 201, another one 200': [
        'src/platform/http/requests.test.ts > data is sent in its envelope, printed by the schema of the route',
        'test/e2e/stocks-orders.test.ts > opens with the first buy of a leader, then everybody buys into it',
        'test/e2e/openapi.test.ts > describes the answers that the service really gives, to the last field',
      ],
    },
  },
  {
    source: 'contract 1.5',
    rules: {
      'Unknown fields of a body are ignored': [
        'test/e2e/validation.test.ts > counts a limit above the maximum as the maximum and passes over what it does not know',
      ],
      'Unknown query parameters are ignored': [
        'test/e2e/validation.test.ts > counts a limit above the maximum as the maximum and passes over what it does not know',
        'src/platform/http/requests.test.ts > the query is read by its schema: defaults, clamped limit, unknown parameters dropped',
      ],
    },
  },
  {
    source: 'contract 1.6',
    rules: {
      'X-Request-Id is echoed when well formed, else made, on every answer': [
        "src/platform/http/headers.test.ts > X-Request-Id echoes the caller's when it is well formed, on refusals too",
      ],
      'RateLimit headers tell the budget on authenticated answers': [
        'src/platform/http/headers.test.ts > authenticated answers tell the budget',
      ],
      'Retry-After stands on 429 and on retryable 503': [
        'src/platform/http/refusals.test.ts > retryable refusals say when to come back',
        'test/e2e/refusal-order.test.ts > lets 1,200 requests of a key through in 60 seconds',
      ],
    },
  },
  {
    source: 'contract 1.7',
    rules: {
      'Every POST, PATCH, PUT and DELETE takes an Idempotency-Key': [
        'test/e2e/idempotency-routes.test.ts > every route that writes describes the key, and quotes, which write nothing, too',
        'test/e2e/idempotency-routes.test.ts > every route that writes reads the key: one that is none is refused by name',
      ],
      'A key has 1 to 255 printable ASCII characters': [
        'test/e2e/idempotency.test.ts > takes keys of 1 to 255 printable ASCII characters only',
        'src/platform/http/idempotency.test.ts > refuses the key %j',
      ],
      'A key belongs to its user, method and path': [
        'test/e2e/idempotency.test.ts > keeps a key to its user and path',
        'src/platform/http/idempotency.test.ts > hashes scope and body to the first 128 bits of SHA-256',
      ],
      'Claim, effect and stored answer are one transaction': [
        'test/e2e/idempotency.test.ts > makes one trade of 50 requests at once and answers all of them alike afterwards',
        'test/faults/kill-points.test.ts > a process killed at $point loses and doubles nothing',
        'src/engine/idempotency.test.ts > two processes with one key: one effect, one answer',
      ],
      'A repeat gets the stored status and body and Idempotency-Replayed': [
        'test/e2e/idempotency.test.ts > makes one trade of 50 requests at once and answers all of them alike afterwards',
        'src/platform/http/requests.test.ts > a raw answer is sent as it is, marked when it is replayed',
      ],
      'The same key with another body is 422 IDEMPOTENCY_KEY_REUSED': [
        'test/e2e/idempotency.test.ts > compares bodies as parsed values, key order and blanks aside',
        'src/engine/idempotency.test.ts > the same key with another body is refused and changes nothing',
      ],
      'A key whose request still runs is 409 IDEMPOTENCY_IN_PROGRESS with Retry-After': [
        'test/e2e/idempotency.test.ts > refuses every repeat while the first request still runs',
      ],
      'Answers are kept for 24 hours': [
        'test/e2e/idempotency.test.ts > frees a key 24 hours of business time after its use',
      ],
      'Only successes are stored, a refusal is decided anew': [
        'test/e2e/idempotency.test.ts > decides a refusal anew',
        'src/engine/idempotency.test.ts > a refusal is not stored: the key decides anew',
      ],
      'A receipt of an order in flight replays as it was': [
        'test/e2e/orders-pending.test.ts > answers a receipt and fills later, at the price of submission',
        'test/e2e/orders.test.ts > lets a repeat in another process wait for the same answer',
      ],
      'Bodies are compared as parsed values, whatever the order of keys': [
        'test/e2e/idempotency.test.ts > compares bodies as parsed values, key order and blanks aside',
        'src/platform/http/idempotency.test.ts > equal values print alike whatever the key order, and the text is the value',
      ],
      'Two requests without a key are two orders': [
        'test/e2e/idempotency.test.ts > takes two requests without a key for two orders',
      ],
    },
  },
  {
    source: 'contract 1.8',
    rules: {
      'Long lists are paged by limit and cursor; X-Next-Cursor stands where there is more': [
        'test/e2e/proposals-read.test.ts > pages through a group, newest first, without gaps or repeats while it grows',
        'test/e2e/perps-read.test.ts > lists positions of a group, by pages',
        'test/e2e/portfolio-positions.test.ts > goes on page by page in every vertical, each position once',
      ],
      'nextCursor in the body where the shape has it': [
        'test/e2e/account.test.ts > tells the whole story in the statement and in the events, page by page',
        'test/e2e/portfolio-trades.test.ts > loses nothing and repeats nothing while trades go on between its pages',
      ],
    },
  },
  {
    source: 'contract 1.9',
    rules: {
      'A body over 64 KiB is 413': [
        'test/e2e/refusal-order.test.ts > takes JSON only, of 64 KiB and 32 levels at most',
        'src/platform/http/requests.test.ts > 64 KiB is the limit of a body, JSON its only type',
      ],
      'A body that is no JSON by its type is 415': [
        'test/e2e/refusal-order.test.ts > takes JSON only, of 64 KiB and 32 levels at most',
        'src/platform/http/requests.test.ts > 64 KiB is the limit of a body, JSON its only type',
      ],
      'Depth of a body is limited': [
        'test/e2e/refusal-order.test.ts > takes JSON only, of 64 KiB and 32 levels at most',
      ],
      'A malformed body is 400': [
        'src/platform/http/requests.test.ts > a malformed body is 400: %s',
        'test/e2e/validation.test.ts > every body that is no object',
      ],
    },
  },
];
