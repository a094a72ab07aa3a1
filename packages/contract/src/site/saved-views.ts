import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing } from '../shapes.ts'
import { VIEW_LISTS, VIEW_NAME_MAX, VIEW_QUERY_MAX, type ViewList } from './saved-view-rules.ts'

/**
 * Ours: filters of lists that staff save under a name. Each person sees only their own, so they are personal settings and not in
 * the audit log.
 */

const name = Type.String({ minLength: 1, maxLength: VIEW_NAME_MAX, pattern: '\\S', examples: ['逾期的举报'] })

export const SavedView = Type.Object({
  id: Type.Integer(),
  list: Type.Unsafe<ViewList>({ type: 'string', enum: [...VIEW_LISTS] }),
  name: Type.String(),
  /** Query of the list's address, percent-encoded, without `?`: `view=late&kind=forgery`. */
  query: Type.String(),
  /** Version, which rises with each change of the name. */
  version: Type.Integer(),
})
export type SavedView = Static<typeof SavedView>

const id = Type.Object({ id: Type.Integer({ minimum: 1 }) })

export const listSavedViews = defineCall('GET /v1/manage/views', {
  access: 'staff',
  summary: 'Ours: the saved filters of the caller, oldest first',
  data: Type.Array(SavedView),
})

export const addSavedView = defineCall('POST /v1/manage/views', {
  access: 'staff',
  summary: 'Ours: saves a filter under a name, which is unique in its list; 20 a person',
  body: Type.Object({
    list: SavedView.properties.list,
    name,
    query: Type.String({ maxLength: VIEW_QUERY_MAX, pattern: '^[\\w.~*+%=&-]+$', examples: ['view=draft'] }),
  }),
  data: SavedView,
  audit: null,
})

export const renameSavedView = defineCall('PUT /v1/manage/views/{id}', {
  access: 'staff',
  summary: 'Ours: renames a saved filter; 409 with the stored one when it was renamed meanwhile',
  params: id,
  body: Type.Object({ name, version: Type.Integer({ minimum: 1 }) }),
  data: SavedView,
  audit: null,
})

export const dropSavedView = defineCall('DELETE /v1/manage/views/{id}', {
  access: 'staff',
  summary: 'Ours: deletes a saved filter; nothing happens when it is gone already',
  params: id,
  data: nothing,
  audit: null,
})

export const savedViewCalls = [listSavedViews, addSavedView, renameSavedView, dropSavedView] as const
