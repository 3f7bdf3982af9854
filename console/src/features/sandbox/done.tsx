import type { Action } from '../../api/use-action.ts';
import { Remark } from '../../ui/notice.tsx';

/** Says beside the control that something was done, for as long as the drawer is open. */
export function Done<Input, Data>(props: {
  of: Action<Input, Data>;
  children: (data: Data) => string;
}) {
  const { of: action, children } = props;
  if (action.busy || action.data === undefined) return null;
  return (
    <div role="status">
      <Remark kind="good">{children(action.data)}</Remark>
    </div>
  );
}
