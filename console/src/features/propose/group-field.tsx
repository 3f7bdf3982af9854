import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { read } from '../../api/queries.ts';
import { Select } from '../../ui/field.tsx';
import { ErrorNotice, Remark } from '../../ui/notice.tsx';

/** The group that a call goes to; those that the user leads stand first. */
export function GroupField(props: { value: string; onValue: (groupId: string) => void }) {
  const { value, onValue } = props;
  const groups = useQuery(read('/groups'));
  if (groups.error) return <ErrorNotice error={groups.error} compact />;
  if (groups.data?.length === 0) {
    return (
      <Remark>
        A call is made in a group.{' '}
        <Link to="/groups" search={{ create: true }} className="link">
          Create one or join one
        </Link>{' '}
        first.
      </Remark>
    );
  }
  const leads = (memberType: string): number => (memberType === 'LEADER' ? 0 : 1);
  const sorted = [...(groups.data ?? [])].sort((a, b) => leads(a.memberType) - leads(b.memberType));
  return (
    <Select
      label="Group"
      value={value}
      onValue={onValue}
      options={[
        ...(value === '' ? [{ value: '', label: 'Choose a group' }] : []),
        ...sorted.map(({ uniqueId, name, memberType }) => ({
          value: uniqueId,
          label: memberType === 'LEADER' ? name : `${name} (member)`,
        })),
      ]}
    />
  );
}
