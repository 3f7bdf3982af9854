import type { Action } from '../../api/use-action.ts';
import { Remark } from '../../ui/notice.tsx';

/** Says in the drawer that something was done: the drawer covers the toasts of the page. */
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
