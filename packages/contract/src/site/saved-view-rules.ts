/** Lists of the management pages whose filters can be saved. */
export const VIEW_LISTS = ['articles', 'people', 'tickets', 'audit', 'certificates'] as const
export type ViewList = (typeof VIEW_LISTS)[number]

/** Maximum number of views of one person, over all lists. */
export const SAVED_VIEWS_MAX = 20
export const VIEW_NAME_MAX = 20
/** Maximum length of a query, percent-encoded. */
export const VIEW_QUERY_MAX = 1000
