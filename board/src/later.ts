// What the first view doesn't need. The page reads it while the first answers of the service are on their way.

export { calendarView } from './calendar.ts';
export { detailView } from './detail.ts';
export { dialogView } from './dialogs.ts';
export { dragStart, showEdge } from './drag.ts';
export { filtersView } from './filters.ts';
export { glanceView, watchGlances } from './glance.ts';
export { chooseLength, sizingView, startSizing } from './length.ts';
export { accountsView, personView, undoView } from './menus.ts';
export { sheetsView } from './sheets.ts';
export { connectBrowser, followHints } from './store/live.ts';
