import { TICKET_KINDS, TICKET_VIEWS, type TicketKind, type TicketView } from '@portal/contract/tickets/ticket-rules.ts'
import { useEffect, useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader, optional } from '#lib/api/define-loader.ts'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { FilterBar, FilterSelect } from '#manage/controls/lists/filter-bar.tsx'
import { useAddressFilters } from '#manage/controls/lists/use-address.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { setPlaceCount } from '#manage/staff/place-counts.ts'
import { useDraftKey, useSelf } from '#manage/staff/staff-store.ts'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { OpenTicket } from './open-ticket.tsx'
import { openOutbox } from './outgoing-answers.ts'
import { OutgoingStrips } from './outgoing-strip.tsx'
import { PageActions, type PageDialog } from './page-actions.tsx'
import { RegisterDialog } from './register-dialog.tsx'
import { SavedRepliesDialog } from './replies/saved-replies-dialog.tsx'
import { TicketList } from './ticket-list.tsx'
import styles from './ticket-page.module.css'
import { countText, formatHours, KINDS, VIEWS } from './ticket-words.ts'

/** Interval of a reload, because a colleague may have changed the tickets, ms. */
const REFRESH_MS = 60_000

function readChoice<T extends string>(values: readonly T[], text: string | null): T | undefined {
  return values.find((value) => value === text)
}

export const loader = defineLoader(async ({ api, params, query, request }) => {
  const id = Number(params.id)
  const kind = readChoice<TicketKind>(TICKET_KINDS, query.get('kind'))
  const [q, after] = [query.get('q')?.slice(0, 100), query.get('after')]
  const view: TicketView = readChoice(TICKET_VIEWS, query.get('view')) ?? (q || kind ? 'all' : 'new')
  const isPlace = after !== null && /^\d+\.\d+$/.test(after)
  const [list, counts, times, replies, staff, ticket] = await Promise.all([
    api.call('GET /v1/manage/tickets', {
      query: { view, ...(kind && { kind }), ...(q && { q }), ...(isPlace && { after }) },
    }),
    api.call('GET /v1/manage/tickets/counts'),
    optional(api.call('GET /v1/manage/tickets/times', { quiet: true }), null, request),
    optional(api.call('GET /v1/manage/tickets/replies', { quiet: true }), null, request),
    id > 0 ? api.call('GET /v1/manage/tickets/assignees') : [],
    id > 0 ? api.call('GET /v1/manage/tickets/{id}', { params: { id } }) : null,
  ])
  return { view, list, counts, times, replies, staff, ticket }
})

/** Feedback, reports of forgeries and reported comments: list, conversation, facts. */
export function Component() {
  const { view, list, counts, times, replies, staff, ticket } = useLoaderData<typeof loader>()
  const api = useApi()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  const filters = useAddressFilters(['kind', 'q'])
  const { duties } = useSelf()
  const isSupport = duties.includes('owner') || duties.includes('support')
  const [dialog, setDialog] = useState<PageDialog | null>(null)
  const storageKey = useDraftKey('outgoing-answers')
  const search = query.size > 0 ? `?${query}` : ''
  const linkTo = (id: number) => `/tickets/${id}${search}`
  const at = list.records.findIndex(({ id }) => id === ticket?.id)
  const stepTo = (step: number) => {
    const next = at === -1 ? list.records[0] : list.records[at + step]
    return next ? linkTo(next.id) : null
  }
  const walk = (step: number) => () => {
    const to = stepTo(step)
    if (to) void navigate(to, { preventScrollReset: true })
  }

  useEffect(() => {
    openOutbox({ api, storageKey, onDone: () => void revalidate() })
  }, [api, storageKey, revalidate])
  useEffect(() => {
    setPlaceCount('/tickets', { count: counts.new + counts.open, isLate: counts.late > 0 })
  }, [counts])
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [revalidate])
  useKeys({ j: { words: '下一件', run: walk(1) }, k: { words: '上一件', run: walk(-1) } })
  useKeys({ c: { words: '代客登记', run: () => setDialog('register') } }, isSupport)

  return (
    <div data-open={ticket ? '' : undefined} className={styles.page}>
      <div className={styles.listHead}>
        <PageHead title="反馈与举报" actions={isSupport && <PageActions view={view} onOpen={setDialog} />} />
        <ViewTabs
          label="视图"
          views={TICKET_VIEWS.map((one) => ({
            label: VIEWS[one],
            to: `/tickets?view=${one}`,
            count: countText(one === 'todo' ? counts.new + counts.open : counts[one]),
            isCurrent: one === view,
          }))}
        />
        <FilterBar
          list="tickets"
          search={{
            value: filters.get('q'),
            placeholder: '工单号、证书编号、标题',
            onSearch: (text) => filters.set('q', text),
          }}
          onClear={filters.setNames.length > 0 ? filters.clear : undefined}
          end={times?.medianMs != null && `中位答复 ${formatHours(times.medianMs)}`}
        >
          <FilterSelect
            label="类型"
            value={filters.get('kind')}
            options={[
              { value: '', label: '全部' },
              ...TICKET_KINDS.map((one) => ({ value: one, label: KINDS[one].label })),
            ]}
            onChange={(value) => filters.set('kind', value)}
          />
        </FilterBar>
      </div>
      <OutgoingStrips />
      {dialog === 'register' && (
        <RegisterDialog
          onClose={() => setDialog(null)}
          onRegistered={(id) => {
            setDialog(null)
            void navigate(linkTo(id))
          }}
        />
      )}
      {dialog === 'replies' && (
        <SavedRepliesDialog replies={replies} onChange={() => void revalidate()} onClose={() => setDialog(null)} />
      )}
      <div className={styles.columns}>
        <div className={styles.list}>
          <TicketList
            tickets={list.records}
            openId={ticket?.id ?? null}
            linkTo={linkTo}
            olderTo={list.next && filters.linkWith('after', list.next)}
            newestTo={query.get('after') ? filters.linkWith('after', '') : null}
            elsewhere={at === -1 ? ticket : null}
            isFiltered={filters.setNames.length > 0}
          />
        </div>
        {ticket ? (
          <OpenTicket
            key={ticket.id}
            {...{ ticket, staff, times, replies }}
            onManageReplies={isSupport ? () => setDialog('replies') : undefined}
            listTo={`/tickets${search}`}
            previousTo={at > 0 ? stepTo(-1) : null}
            nextTo={stepTo(1)}
            onChange={() => void revalidate()}
          />
        ) : (
          <div className={styles.none}>
            <EmptyState title="从左边选一件工单">
              <p className={styles.muted}>按 J、K 逐件看</p>
            </EmptyState>
          </div>
        )}
      </div>
    </div>
  )
}
