import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { readPages, refresh } from '../../api/queries.ts';
import type { ChatReport } from '../../api/types.generated.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/marks.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Ago } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { dropMessage } from './feed-data.ts';
import { MessageText } from './message-text.tsx';

function Report({ groupId, report }: { groupId: string; report: ChatReport }) {
  const { id: reportId, reason, reporter, message, createdAt } = report;
  const resolve = useAction(
    (action: 'dismiss' | 'delete', idempotencyKey) =>
      api.post('/chat/{groupId}/reports/{reportId}', {
        path: { groupId, reportId },
        body: { action },
        idempotencyKey,
      }),
    ({ status }) => {
      if (status === 'DELETED') {
        dropMessage(groupId, message.id);
        toast.good('The message is deleted', 'Every report of it has ended.');
      } else toast.good('The report is dismissed', 'The message stays.');
      refresh('/chat/{groupId}/reports', '/chat/{groupId}/messages');
    },
  );
  return (
    <li className="group-report">
      <p className="small quiet">
        <strong>{reporter.username}</strong> reported {message.senderUsername},{' '}
        <Ago at={createdAt} />
      </p>
      <p className="group-reason">{reason}</p>
      <blockquote className="msg-answered">
        <MessageText text={message.content} />
      </blockquote>
      <div className="row wrap">
        <Button size="s" busy={resolve.busy} onClick={() => void resolve.run('dismiss')}>
          Dismiss
        </Button>
        <Button
          size="s"
          look="danger"
          busy={resolve.busy}
          onClick={() => void resolve.run('delete')}
        >
          Delete the message
        </Button>
      </div>
      <ErrorNotice error={resolve.error} compact />
    </li>
  );
}

/** What members have reported to the admins; nothing is shown while there is nothing. */
export function Reports({ groupId }: { groupId: string }) {
  const pages = useInfiniteQuery({
    ...readPages('/chat/{groupId}/reports', { path: { groupId }, query: { status: 'open' } }),
    refetchOnMount: 'always',
  });
  if (pages.error) return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  const reports = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  if (reports.length === 0) return null;
  return (
    <section className="card" aria-labelledby="reports-title">
      <div className="card-head">
        <h2 id="reports-title">Reported messages</h2>
        <Badge tone="warn">{`${reports.length}${pages.hasNextPage ? '+' : ''}`}</Badge>
      </div>
      <ul className="lines">
        {reports.map((report) => (
          <Report key={report.id} groupId={groupId} report={report} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="card-body">
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            More
          </Button>
        </div>
      )}
    </section>
  );
}
