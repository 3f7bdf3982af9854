import { Type } from 'typebox';
import { decimalInput, nullable, oneOf, usdcAmount } from '../../platform/http/schema.ts';
import { DESCRIPTION_CHARACTERS, NAME_CHARACTERS, URL_CHARACTERS } from './inputs.ts';
import { accessType, flag, inviteCode, memberType, period, vertical } from './schemas.ts';

const nameField = () =>
  Type.String({
    description: 'Name.',
    minLength: 1,
    maxLength: NAME_CHARACTERS,
    examples: ['Geese'],
  });

const settings = {
  description: Type.Optional(
    Type.String({
      description: 'What it is about.',
      maxLength: DESCRIPTION_CHARACTERS,
      examples: ['We fly in formation.'],
    }),
  ),
  image: Type.Optional(
    Type.String({ description: 'https URL of a picture.', maxLength: URL_CHARACTERS }),
  ),
  header: Type.Optional(
    Type.String({ description: 'https URL of a header picture.', maxLength: URL_CHARACTERS }),
  ),
  joiningFee: Type.Optional(usdcAmount('Paid once by those who join, whole dollars.', '0')),
  subscriptionFee: Type.Optional(usdcAmount('Paid each period, whole dollars.', '0')),
  subscriptionPeriod: Type.Optional(period()),
  groupAccessType: Type.Optional(accessType()),
  defaultMemberType: Type.Optional(memberType('What those who join become.')),
};

export const newGroupBody = Type.Object(
  { name: nameField(), ...settings },
  { description: 'Settings of the group; PRIVATE, free and MONTHLY unless they say otherwise.' },
);

export const groupChangeBody = Type.Object(
  {
    name: Type.Optional(nameField()),
    ...settings,
    isActive: Type.Optional(
      flag('An inactive group takes no new proposals, joins or follows, and charges nothing.'),
    ),
  },
  { description: 'The settings to change; what is absent stays.' },
);

const acceptFees = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        joiningFee: usdcAmount('As shown in the preview.', '5'),
        subscriptionFee: usdcAmount('As shown in the preview.', '10'),
        subscriptionPeriod: period(),
      },
      { description },
    ),
  );

const FEES_WORDS = 'Consent to the present fees; required where there are any.';

export const joinBody = Type.Object(
  {
    inviteCode: Type.Optional(nullable(inviteCode('Code of a member; opens a PRIVATE group.'))),
    acceptFees: acceptFees(FEES_WORDS),
  },
  { description: 'How to get in.' },
);

export const joinByCodeBody = Type.Object(
  { inviteCode: inviteCode('Code of a member.'), acceptFees: acceptFees(FEES_WORDS) },
  { description: 'How to get in.' },
);

export const promoteBody = Type.Object(
  {
    to: Type.Optional(
      oneOf(['LEADER', 'ADMIN'], { description: 'LEADER unless given; ADMIN is both.' }),
    ),
  },
  { description: 'How far up.' },
);

export const autoBuyBody = Type.Object(
  {
    enabled: flag("Whether to follow the group's calls."),
    amountUsd: Type.Optional(nullable(usdcAmount('What each follow spends; required when on.'))),
    mirrorExits: Type.Optional(flag("Follow leaders' exits too; false unless given.")),
    verticals: Type.Optional(
      Type.Array(vertical(), { description: 'What to follow; everything unless given.' }),
    ),
    maxLeverage: Type.Optional(
      nullable(
        decimalInput('Highest leverage of a follow, at least 1; null: no limit.', undefined, '3'),
      ),
    ),
    dailyLimitUsd: Type.Optional(
      nullable(usdcAmount('Most that follows spend in a UTC day; null: no limit.', '100')),
    ),
  },
  { description: 'How to follow.' },
);

export const requestAnswerBody = Type.Object(
  {
    action: Type.Optional(
      oneOf(['approve', 'reject'], { description: 'approve unless it says otherwise.' }),
    ),
  },
  { description: 'What becomes of the request.' },
);

export const subscriptionBody = Type.Object(
  {
    action: oneOf(['pay', 'cancel', 'resume'], {
      description:
        'pay: what is due, lifts a suspension; cancel: no further renewals; resume: takes that back.',
    }),
    acceptFees: acceptFees(
      'With pay: consent to the present fees of the group, in place of those accepted before.',
    ),
  },
  { description: 'What to do with the own subscription.' },
);
