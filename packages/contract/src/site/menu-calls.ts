import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'

/** Ours: what the entries of the menus may lead to. */

/** `unpublished`: not published yet. `offShelf`: taken off line. `empty`: it has no content. Readers see entries of `shown` alone. */
export type TargetState = 'shown' | 'unpublished' | 'offShelf' | 'empty'
export type TargetKind = 'page' | 'category' | 'list' | 'article'

export const MenuTarget = Type.Object({
  to: Type.String(),
  name: Type.String(),
  kind: Type.Unsafe<TargetKind>({ type: 'string', enum: ['page', 'category', 'list', 'article'] }),
  state: Type.Unsafe<TargetState>({ type: 'string', enum: ['shown', 'unpublished', 'offShelf', 'empty'] }),
  /** Number of published articles of a category. */
  articles: Type.Optional(Type.Integer()),
})
export type MenuTarget = Static<typeof MenuTarget>

export const listMenuTargets = defineCall('GET /v1/manage/menus/targets', {
  access: 'staff',
  duties: ['edit'],
  summary: 'Ours: pages, categories and lists, and the articles of the menus, with what readers see of each',
  data: Type.Array(MenuTarget),
})

export const menuCalls = [listMenuTargets] as const
