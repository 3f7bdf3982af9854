import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Telescope } from 'lucide-react';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { beginTour } from '../tour/tour-state.ts';
import { auth } from './auth-api.ts';
import { useTry } from './use-try.ts';

/** One press into the demo world, where there is one: a session of its leader, and the tour. */
export function DemoButton({ look = 'primary' }: { look?: NonNullable<ButtonProps['look']> }) {
  const navigate = useNavigate();
  const { busy, error, attempt } = useTry();
  const open = useQuery({ queryKey: ['auth', 'demo'], queryFn: auth.demoIsOpen, retry: false });
  if (open.data !== true) return null;
  const enter = async (): Promise<void> => {
    if (!(await attempt(() => auth.enterDemo('leader')))) return;
    beginTour();
    await navigate({ to: '/' });
  };
  return (
    <>
      <Button look={look} size="l" busy={busy} icon={<Telescope />} onClick={() => void enter()}>
        Look around the demo world
      </Button>
      <ErrorNotice error={error} compact />
    </>
  );
}
