import type { Template } from './template.ts';
import { cryptoTemplates } from './templates-crypto.ts';
import { cultureTemplates } from './templates-culture.ts';
import { economyTemplates, financeTemplates } from './templates-economy.ts';
import { matchTemplates } from './templates-matches.ts';
import { politicsTemplates, worldTemplates } from './templates-politics.ts';
import { scienceTemplates, techTemplates, weatherTemplates } from './templates-science.ts';
import { seasonTemplates } from './templates-seasons.ts';

/** Every recurring event of the bundled model (contract 18.17 asks for 40 with 100 markets). */
export const templates: readonly Template[] = [
  ...cryptoTemplates,
  ...financeTemplates,
  ...economyTemplates,
  ...politicsTemplates,
  ...worldTemplates,
  ...matchTemplates,
  ...seasonTemplates,
  ...techTemplates,
  ...scienceTemplates,
  ...weatherTemplates,
  ...cultureTemplates,
];
