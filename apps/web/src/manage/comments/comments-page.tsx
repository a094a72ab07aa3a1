import { Lock } from '@lucide/icons'
import {
  COMMENT_BULK_MAX,
  HELD_DAYS,
  HOLD_REASONS,
  type HoldReason,
} from '@portal/contract/community/comment-policy.ts'
import type { ManagedComment } from '@portal/contract/community/managed-comments.ts'
import { toRelativeText } from '@portal/contract/relative-time.ts'
import { WAITING_MAX } from '@portal/contract/site/waiting-rules.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { DangerButton } from '#manage/controls/dialogs/danger-dialog.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { BulkBar } from '#manage/controls/lists/bulk-bar.tsx'
import { DataTable, type TableColumn } from '#manage/controls/lists/data-table.tsx'
import { FilterBar, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import { ListFoot } from '#manage/controls/lists/list-foot.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { useSelection } from '#manage/controls/lists/use-selection.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { setPlaceCount } from '#manage/staff/place-counts.ts'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { CommentCell } from './comment-cell.tsx'
import styles from './comments-page.module.css'
import { DisableDialog } from './disable-dialog.tsx'
import { type Decision, useDecisions } from './use-decisions.ts'

type View = 'waiting' | 'shown' | 'rejected' | 'deleted'
interface Act {
  decision: Decision
  label: string
  key?: string
}
const REJECT: Act = { decision: 'reject', label: '拒绝', key: 'r' }
const APPROVE: Act = { decision: 'approve', label: '通过', key: 'a' }
const RETURN: Act = { decision: 'return', label: '退回待审' }

/** Views with their names, their decisions, the first of which stands out, and the text of an empty one. */
const VIEWS: Readonly<Record<View, { label: string; acts: readonly Act[]; changeWord: string | null; empty: string }>> =
  {
    waiting: { label: '待审', acts: [APPROVE, REJECT], changeWord: null, empty: '没有等待审核的评论' },
    shown: {
      label: '已通过',
      acts: [RETURN, { decision: 'delete', label: '删除' }],
      changeWord: null,
      empty: '没有已公开的评论',
    },
    rejected: { label: '已拒绝', acts: [APPROVE, RETURN], changeWord: '拒绝', empty: '没有已拒绝的评论' },
    deleted: {
      label: '已删除',
      acts: [{ decision: 'restore', label: '恢复' }],
      changeWord: '删除',
      empty: '没有由工作人员删除的评论',
    },
  }
const NAMES = Object.keys(VIEWS) as View[]
const REASONS = Object.keys(HOLD_REASONS) as HoldReason[]
const FILTERS = ['q', 'reason', 'article'] as const

/** Characters of a title in the filter. */
const ARTICLE_TITLE_SHOWN = 24

const readView = (text: string | null): View => NAMES.find((name) => name === text) ?? 'waiting'

export const loader = defineLoader(async ({ api, query }) => {
  const view = readView(query.get('view'))
  const after = Number(query.get('after'))
  const q = query.get('q')
  const articleId = Number(query.get('article'))
  const filter = { ...(q && { q }), ...(articleId > 0 && { articleId }), ...(after > 0 && { after }) }
  const reason = REASONS.find((one) => one === query.get('reason'))
  const [list, counts] = await Promise.all([
    view === 'deleted'
      ? api.call('GET /v1/manage/comments/deleted', { query: filter })
      : api.call('GET /v1/manage/comments', { query: { state: view, ...(reason && { reason }), ...filter } }),
    api.call('GET /v1/manage/comments/counts'),
  ])
  return { view, list, counts }
})

/** 评论: the queue of waiting comments, and those that staff have decided about. */
export function Component() {
  const { view, list, counts } = useLoaderData<typeof loader>()
  const filters = useAddressFilters(FILTERS)
  const selection = useSelection(list.records.map(({ id }) => String(id)))
  const { decide, rejectAndDisable, undo, last } = useDecisions(list)
  const { duties } = useSelf()
  const [isDisabling, setIsDisabling] = useState(false)
  const chosen = list.records.filter(({ id }) => selection.ids.has(String(id)))
  const { acts, empty } = VIEWS[view]
  useEffect(() => setPlaceCount('/comments', { count: counts.waiting, isLate: false }), [counts.waiting])

  const decideSelected = async (decision: Decision) => {
    await decide(decision, [...selection.ids].map(Number).slice(0, COMMENT_BULK_MAX))
    selection.clear()
  }
  const decideCurrent = (decision: Decision) => () => {
    if (selection.ids.size > 0) return void decideSelected(decision)
    const row = document.activeElement?.closest<HTMLElement>('tr[data-row]')
    return row ? void decide(decision, [Number(row.dataset.row)]) : false
  }
  const keyed = acts.flatMap(({ decision, key, label }) =>
    key ? [[key, { words: label, run: decideCurrent(decision) }]] : [],
  )
  useKeys({ ...Object.fromEntries(keyed), z: { words: '撤销', run: undo } })
  return (
    <>
      <PageHead title="评论" />
      <ViewTabs
        label="视图"
        views={[
          ...NAMES.map((name) => ({
            label: VIEWS[name].label,
            to: name === 'waiting' ? '/comments' : `/comments?view=${name}`,
            count: counts[name] > WAITING_MAX ? `${WAITING_MAX}+` : counts[name],
            isCurrent: name === view,
          })),
          { label: '审核规则', to: '/site?tab=comments', isCurrent: false },
        ]}
      />
      <FilterBar
        search={{
          value: filters.get('q'),
          placeholder: '内容、作者、文章',
          onSearch: (text) => filters.set('q', text.slice(0, 40)),
        }}
        onClear={filters.setNames.length > 0 ? filters.clear : undefined}
        end={view === 'waiting' && <OldestAge time={counts.oldestTime} />}
      >
        {(view === 'waiting' || view === 'rejected') && (
          <FilterSelect
            label="原因"
            value={filters.get('reason')}
            options={[{ value: '', label: '全部' }, ...REASONS.map((value) => ({ value, label: HOLD_REASONS[value] }))]}
            onChange={(value) => filters.set('reason', value)}
          />
        )}
        <FilterSelect
          label="文章"
          value={filters.get('article')}
          options={listArticles(list.records, filters.get('article'))}
          onChange={(value) => filters.set('article', value)}
        />
      </FilterBar>
      <Strips view={view} last={last} undo={undo} />
      <BulkBar selection={selection} words={`已选 ${selection.ids.size} 条`}>
        {acts.map(({ decision, label }) => (
          <Button key={decision} variant="quiet" onClick={() => void decideSelected(decision)}>
            {label}
          </Button>
        ))}
        {view === 'waiting' && hasDuty(duties, ['support']) && (
          <DangerButton onClick={() => setIsDisabling(true)}>拒绝并停用作者</DangerButton>
        )}
      </BulkBar>
      {isDisabling && (
        <DisableDialog
          comments={chosen}
          onConfirm={async (penalty) => {
            await rejectAndDisable(chosen, penalty)
            selection.clear()
          }}
          onClose={() => setIsDisabling(false)}
        />
      )}
      <DataTable
        label="评论"
        columns={createColumns(view, decide)}
        rows={list.records}
        getId={({ id }) => String(id)}
        getName={({ nickname }) => `${nickname ?? '用户'}的评论`}
        selection={selection}
        empty={
          filters.setNames.length > 0 ? (
            <EmptyState title="没有符合条件的评论">换一个筛选条件，或清除筛选</EmptyState>
          ) : (
            <EmptyState title={empty}>{view === 'waiting' && '哪些评论先审，在“审核规则”里设置'}</EmptyState>
          )
        }
      />
      <ListFoot
        olderTo={list.hasMore ? filters.linkWith('after', String(list.records.at(-1)?.id)) : null}
        newestTo={filters.get('after') ? filters.linkWith('after', '') : null}
      >
        <KeyHelp view={view} />
      </ListFoot>
    </>
  )
}

/** The note of deleted comments, and the last decision, which can be undone for a while. */
function Strips({ view, last, undo }: { view: View } & Pick<ReturnType<typeof useDecisions>, 'last' | 'undo'>) {
  return (
    <div className={styles.strips}>
      {view === 'deleted' && (
        <Note icon={Lock}>
          删除的评论读者看不到，正文与作者在这里保留 {HELD_DAYS} 天，供处理举报与申诉；每次查看都记入操作记录。
        </Note>
      )}
      {last && (
        <Note
          tone="success"
          isLive
          action={
            last.undo && (
              <Button variant="quiet" onClick={() => void undo()}>
                撤销 <KeyCaps of="z" />
              </Button>
            )
          }
        >
          {last.words}
        </Note>
      )}
    </div>
  )
}

function createColumns(view: View, decide: ReturnType<typeof useDecisions>['decide']): TableColumn<ManagedComment>[] {
  const { acts, changeWord } = VIEWS[view]
  return [
    {
      key: 'comment',
      head: '评论',
      kind: 'main',
      renderCell: (comment) => <CommentCell comment={comment} changeWord={changeWord} />,
    },
    {
      key: 'acts',
      head: '',
      kind: 'actions',
      renderCell: ({ id, nickname }) => (
        <span className={styles.acts}>
          {acts.map(({ decision, label }, at) => (
            <Button
              key={decision}
              variant={at === 0 ? 'outline' : 'quiet'}
              aria-label={`${label} ${nickname ?? '用户'}的评论`}
              onClick={() => void decide(decision, [id])}
            >
              {label}
            </Button>
          ))}
        </span>
      ),
    },
  ]
}

/** Lists the articles of the shown comments, and the chosen one. */
function listArticles(rows: readonly ManagedComment[], chosen: string) {
  const titles = new Map(rows.map(({ articleId, articleTitle }) => [String(articleId), articleTitle]))
  if (chosen !== '' && !titles.has(chosen)) titles.set(chosen, `编号 ${chosen}`)
  const options = [...titles].map(([value, title]) => ({ value, label: title.slice(0, ARTICLE_TITLE_SHOWN) }))
  return [{ value: '', label: '全部' }, ...options]
}

function OldestAge({ time }: { time: string | number | null }) {
  const at = toInstantMs(time)
  return at === null ? null : `最早的一条：${toRelativeText(at, Date.now())}`
}

function KeyHelp({ view }: { view: View }) {
  if (view !== 'waiting') return '新的在前'
  return (
    <span className={styles.keys}>
      <span>先到的在前</span>
      <span>
        <KeyCaps of="j" /> <KeyCaps of="k" /> 上下
      </span>
      <span>
        <KeyCaps of="a" /> 通过
      </span>
      <span>
        <KeyCaps of="r" /> 拒绝
      </span>
      <span>
        <KeyCaps of="x" /> 选择
      </span>
      <span>
        <KeyCaps of="z" /> 撤销，10 秒内
      </span>
      <span>拒绝不通知作者，作者看到的是“未通过审核”</span>
    </span>
  )
}
