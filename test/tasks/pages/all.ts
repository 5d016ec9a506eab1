// Every page with the structure of a real site.
import { ANT } from './ant/tasks.ts';
import { BOOTSTRAP } from './bootstrap/tasks.ts';
import { HEADLESS } from './headless/tasks.ts';
import { JQUERY_UI } from './jquery-ui/tasks.ts';
import { MUI } from './mui/tasks.ts';
import { BANKS } from './office/banks.ts';
import { FORMS } from './office/forms.ts';
import { BROWSE } from './reading/browse.ts';
import { LOOK_UP } from './reading/look-up.ts';
import { SHOP } from './shop/tasks.ts';
import type { SitePage } from './site.ts';
import { APPOINTMENTS } from './work/appointments.ts';
import { PROGRAMS } from './work/programs.ts';

export const SITE_PAGES: readonly SitePage[] = [
  ...LOOK_UP,
  ...BROWSE,
  ...SHOP,
  ...BANKS,
  ...FORMS,
  ...APPOINTMENTS,
  ...PROGRAMS,
  ...JQUERY_UI,
  ...BOOTSTRAP,
  ...MUI,
  ...ANT,
  ...HEADLESS,
];
