import type { MenuTarget } from '@portal/contract/site/menu-calls.ts'
import { toTargetPath } from '@portal/contract/site/menu-rules.ts'
import { countBelow, type MenuRow } from './menu-rows.ts'

export const findTarget = (targets: readonly MenuTarget[], to: string) =>
  targets.find((target) => target.to === toTargetPath(to))

/** Paths whose entries readers do not see. */
export const listHidden = (targets: readonly MenuTarget[]): ReadonlySet<string> =>
  new Set(targets.filter(({ state }) => state !== 'shown').map(({ to }) => to))

/** Describes where an entry leads, for the second line of its row. */
export function describeTarget(rows: readonly MenuRow[], at: number, targets: readonly MenuTarget[]): string {
  const { to = '' } = rows[at] ?? {}
  const below = countBelow(rows, at)
  const target = findTarget(targets, to)
  const words = to === '' ? '只展开，不链接' : target?.kind === 'category' ? `栏目 · ${target.articles ?? 0} 篇` : to
  return below > 0 ? `${words} · ${below} 项` : words
}

/** Names the state of a text that readers cannot open; `null` for others. */
export function nameHiddenState({ kind, state }: MenuTarget): string | null {
  if (state === 'offShelf') return kind === 'article' ? '已下架' : '已下线'
  return state === 'unpublished' ? '未发布' : null
}

export interface RowState {
  tone: 'warning' | 'quiet'
  text: string
}

/** Says why readers do not see an entry; `null`: they see it. */
export function describeState(
  rows: readonly MenuRow[],
  at: number,
  targets: readonly MenuTarget[],
  shownTexts: readonly string[],
): RowState | null {
  const row = rows[at]
  if (!row) return null
  if (row.isOff) return { tone: 'quiet', text: '已停用，读者看不到' }
  if (row.to === '') return shownTexts.includes(row.text) ? null : { tone: 'quiet', text: '下级都不显示，自动隐藏' }
  const target = findTarget(targets, row.to)
  const words = target && nameHiddenState(target)
  if (words) return { tone: 'warning', text: `${target.kind === 'article' ? '文章' : '页面'}${words}，读者看不到` }
  return target?.state === 'empty' ? { tone: 'quiet', text: '没有内容，自动隐藏' } : null
}
