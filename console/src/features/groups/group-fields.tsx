import type { Group } from '../../api/types.generated.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';

/** The settings of a group as they are typed. */
export interface GroupText {
  readonly name: string;
  readonly description: string;
  readonly image: string;
  readonly joiningFee: string;
  readonly subscriptionFee: string;
  readonly subscriptionPeriod: 'MONTHLY' | 'WEEKLY';
  readonly groupAccessType: 'PUBLIC' | 'PRIVATE';
  readonly defaultMemberType: 'MEMBER' | 'LEADER';
}

const NAME_CHARACTERS = 60;
const DESCRIPTION_CHARACTERS = 500;

export const newGroup: GroupText = {
  name: '',
  description: '',
  image: '',
  joiningFee: '0',
  subscriptionFee: '0',
  subscriptionPeriod: 'MONTHLY',
  groupAccessType: 'PRIVATE',
  defaultMemberType: 'MEMBER',
};

export const textOfGroup = (group: Group): GroupText => ({
  name: group.name,
  description: group.description,
  image: group.image,
  joiningFee: group.joiningFee,
  subscriptionFee: group.subscriptionFee,
  subscriptionPeriod: group.subscriptionPeriod,
  groupAccessType: group.groupAccessType,
  defaultMemberType: group.defaultMemberType,
});

const dollars = (typed: string): string => typed.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';

/** The settings as they are sent: trimmed, without a picture where none is named. */
export function sentGroup(text: GroupText) {
  const { image, ...rest } = text;
  const picture = image.trim();
  return { ...rest, name: text.name.trim(), ...(picture === '' ? {} : { image: picture }) };
}

type Props = { text: GroupText; onText: (text: GroupText) => void };

function FeeFields({ text, onText }: Props) {
  const set = (part: Partial<GroupText>): void => onText({ ...text, ...part });
  return (
    <>
      <div className="group-pair">
        <Field
          label="Fee to join"
          prefix="$"
          inputMode="numeric"
          value={text.joiningFee}
          onText={(typed) => set({ joiningFee: dollars(typed) })}
        />
        <Field
          label="Subscription"
          prefix="$"
          inputMode="numeric"
          value={text.subscriptionFee}
          onText={(typed) => set({ subscriptionFee: dollars(typed) })}
        />
      </div>
      <Select
        label="Subscription renews"
        value={text.subscriptionPeriod}
        onValue={(value) => set({ subscriptionPeriod: value === 'WEEKLY' ? 'WEEKLY' : 'MONTHLY' })}
        options={[
          { value: 'MONTHLY', label: 'Every month' },
          { value: 'WEEKLY', label: 'Every week' },
        ]}
        hint="Fees are whole dollars and go to the group's admin."
      />
    </>
  );
}

/** The fields of a group, for a new one and for its settings. */
export function GroupFields({ text, onText }: Props) {
  const set = (part: Partial<GroupText>): void => onText({ ...text, ...part });
  return (
    <>
      <Field
        label="Name"
        value={text.name}
        onText={(name) => set({ name })}
        maxLength={NAME_CHARACTERS}
        placeholder="Night owls"
      />
      <TextArea
        label="What it is about"
        value={text.description}
        onText={(description) => set({ description })}
        maxLength={DESCRIPTION_CHARACTERS}
        rows={2}
      />
      <Field
        label="Picture"
        value={text.image}
        onText={(image) => set({ image })}
        placeholder="https://"
        hint="An https address; optional."
        error={text.image === '' || /^https:\/\/\S+$/.test(text.image) ? null : 'Use https.'}
      />
      <div className="group-pair">
        <Select
          label="Who may join"
          value={text.groupAccessType}
          onValue={(value) => set({ groupAccessType: value === 'PUBLIC' ? 'PUBLIC' : 'PRIVATE' })}
          options={[
            { value: 'PRIVATE', label: 'Invited, or on request' },
            { value: 'PUBLIC', label: 'Everybody' },
          ]}
        />
        <Select
          label="New members are"
          value={text.defaultMemberType}
          onValue={(value) => set({ defaultMemberType: value === 'LEADER' ? 'LEADER' : 'MEMBER' })}
          options={[
            { value: 'MEMBER', label: 'Members' },
            { value: 'LEADER', label: 'Leaders' },
          ]}
        />
      </div>
      <FeeFields text={text} onText={onText} />
    </>
  );
}
