import { ArrowLeftRight, ChartPie, CircleUser, Compass, House, UsersRound } from 'lucide-react';

/** The areas of the console as the sidebar and the bottom bar show them. */
export const sections = [
  { to: '/', label: 'Home', icon: House },
  { to: '/groups', label: 'Groups', icon: UsersRound },
  { to: '/discover', label: 'Discover', icon: Compass },
  { to: '/positions', label: 'Positions', icon: ChartPie },
  { to: '/activity', label: 'Activity', icon: ArrowLeftRight },
  { to: '/account', label: 'Account', icon: CircleUser },
] as const;
