import type { ManagedComment } from '@portal/contract/community/managed-comments.ts'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { type Penalty, toPenaltyBody } from '#manage/controls/forms/penalty-fields.tsx'

/** Time in which a decision can be undone with one key, ms. */
const UNDO_MS = 10_000

export type Decision = 'approve' | 'reject' | 'return' | 'delete' | 'restore'

/** Decisions in the past tense, and the one that undoes each. */
const DECISIONS: Readonly<Record<Decision, { done: string; undo: Decision | null }>> = {
  approve: { done: '已通过', undo: 'return' },
  reject: { done: '已拒绝', undo: 'return' },
  return: { done: '已退回待审', undo: null },
  delete: { done: '已删除', undo: 'restore' },
  restore: { done: '已恢复', undo: 'delete' },
}

interface Done {
  words: string
  ids: readonly number[]
  undo: Decision | null
  /** Accounts that were disabled with it. */
  disabled: readonly string[]
}

/**
 * Decides about comments, and undoes the last decision for 10 seconds.
 * @param list the loaded list, which is another one after each decision
 */
export function useDecisions(list: unknown) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [last, setLast] = useState<Done | null>(null)
  const isBusy = useRef(false)
  /** What gets the focus in the next list: the row at this place, or that of this comment. */
  const wanted = useRef<{ at: number } | { id: number | undefined } | null>(null)
  const done = useRef<Done | null>(null)

  useEffect(() => {
    if (!last) return undefined
    const timer = setTimeout(() => setLast(null), UNDO_MS)
    return () => clearTimeout(timer)
  }, [last])

  // The row that has taken the place of the decided one gets the focus, or the one that came back. A decision is reported with the list that
  // shows it, so that the next key meets the rows that the person sees.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has been loaded
  useEffect(() => {
    if (wanted.current) findWantedRow(wanted.current)?.focus()
    wanted.current = null
    if (done.current) setLast(done.current)
    done.current = null
  }, [list])

  /** @param accounts that were disabled, or enabled again by an undo */
  const decide = async (
    decision: Decision,
    ids: readonly number[],
    { isUndo = false, accounts = [] as readonly string[] } = {},
  ): Promise<void> => {
    // A key that is held down decides once.
    if (isBusy.current || ids.length === 0) return
    isBusy.current = true
    const at = findRowIndex()
    wanted.current = isUndo ? { id: ids[0] } : at === -1 ? null : { at }
    try {
      const answer = await api.call(`POST /v1/manage/comments/${decision}`, {
        body: { ids: [...ids], ...(isUndo && decision === 'return' && { isUndo }) },
      })
      const { skipped } = answer
      if (skipped.length > 0) {
        const reasons = [...new Set(skipped.map(({ reason }) => reason))].join('；')
        showToast('warning', `${skipped.length} 条没有改动：${reasons}`)
      }
      const { done: words, undo } = DECISIONS[decision]
      const count = answer.done.length
      if (count > 0) {
        const shown = isUndo ? `已撤销，${count} 条回到原处` : `${words} ${count} 条`
        const more = accounts.length > 0 ? `，${isUndo ? '重新启用' : '停用'} ${accounts.length} 位作者` : ''
        done.current = {
          words: shown + more,
          ids: answer.done,
          undo: isUndo ? null : undo,
          disabled: isUndo ? [] : accounts,
        }
      }
    } catch {
      // The client has shown the refusal; the list says what is true now.
    }
    await revalidate()
    isBusy.current = false
  }
  /** Changes each account with its present version; the client shows refusals. @returns the changed ones */
  const changeAccounts = async (
    ids: readonly string[],
    change: (params: { id: string }, version: number) => Promise<unknown>,
  ): Promise<string[]> => {
    const changed: string[] = []
    for (const id of ids) {
      try {
        const { version } = await api.call('GET /v1/manage/users/{id}', { params: { id } })
        await change({ id }, version)
        changed.push(id)
      } catch {
        // The others are changed nevertheless.
      }
    }
    return changed
  }
  const rejectAndDisable = async (comments: readonly ManagedComment[], penalty: Penalty): Promise<void> => {
    const authors = [...new Set(comments.flatMap(({ userId }) => userId ?? []))]
    const accounts = await changeAccounts(authors, (params, version) =>
      api.call('POST /v1/manage/users/{id}/disable', { params, body: { ...toPenaltyBody(penalty), version } }),
    )
    await decide(
      'reject',
      comments.map(({ id }) => id),
      { accounts },
    )
  }
  const undoLast = async ({ undo, ids, disabled }: Done): Promise<void> => {
    const accounts = await changeAccounts(disabled, (params, version) =>
      api.call('POST /v1/manage/users/{id}/enable', { params, body: { version } }),
    )
    if (undo) await decide(undo, ids, { isUndo: true, accounts })
  }
  const undo = () => (last?.undo ? void undoLast(last) : false)
  return { decide, rejectAndDisable, undo, last }
}

const findRows = () => [...document.querySelectorAll<HTMLElement>('tr[data-row]')]

function findWantedRow(wanted: { at: number } | { id: number | undefined }): HTMLElement | undefined {
  const rows = findRows()
  if ('id' in wanted) return rows.find(({ dataset }) => dataset.row === String(wanted.id))
  return rows[wanted.at] ?? rows.at(-1)
}

/** Position of the row with the focus; -1 when none has it. */
function findRowIndex(): number {
  const row = document.activeElement?.closest<HTMLElement>('tr[data-row]')
  return row ? findRows().indexOf(row) : -1
}
