import type { DataFor } from '@portal/contract/calls.ts'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { onTestFinished, vi } from 'vitest'
import { ApiContext, createRouterContext } from '#lib/api/api-context.ts'
import { ManageApp } from '#manage/manage-app.tsx'
import { AREAS, type Area, type PageModule } from '#manage/manage-areas.ts'
import { createManageRoutes } from '#manage/manage-routes.tsx'
import { settleGate, useGate } from '#manage/staff/gates.ts'
import { createStaffApi } from '#manage/staff/staff-api.ts'
import { StaffGate } from '#manage/staff/staff-gate.tsx'
import { type StaffSelf, useStaff } from '#manage/staff/staff-store.ts'
import { type Answers, answering, bad, good } from './answering.ts'
import { DESK_NO } from './desk-certificates.ts'

const USER = { id: 'a'.repeat(32), nickname: '顾怀瑾' }

/** An owner with a passkey and a proof that is fresh for a quarter of an hour. */
export const OWNER: StaffSelf = {
  ...USER,
  signingName: '顾怀瑾',
  avatar: '',
  email: 'owner@example.test',
  duties: ['owner'],
  isEnrolled: true,
  isProven: true,
  freshUntil: Date.now() + 15 * 60_000,
  methods: [
    {
      id: 'k1',
      kind: 'passkey',
      label: '办公室电脑',
      isSynced: false,
      createTime: '2026-03-02 09:00:00',
      lastUseTime: null,
    },
  ],
  recoveryCodes: 10,
  hasDemoContent: false,
}

/** Statistics of a site without visits. */
const NO_STATISTICS: DataFor<'GET /v1/manage/statistics'> = {
  days: [],
  firstDay: null,
  views: [],
  lookups: { found: [], mistyped: [], unknown: [], withdrawn: [] },
  parts: { reissued: 0, examination: 0, wrongCode: 0, unpublished: 0 },
  pages: [],
  unknownNumbers: [],
  missedSearches: [],
}

const NO_MAILS: DataFor<'GET /v1/manage/staffMail'> = {
  newTickets: 'none',
  due: false,
  overdue: false,
  comments: false,
  email: 'owner@example.test',
  mode: 'on',
}

const RAW_RECORDS: string = `GET /v1/manage/certificates/${DESK_NO}/records`

/** Answers for staff: the session, the caller's account, and an empty log. */
export function staffAnswers(self: Partial<StaffSelf> = {}, answers: Answers = {}): Answers {
  return {
    'GET /bff/session': { code: 200, data: { user: USER, expiresAt: null } },
    'GET /v1/manage/me': good('GET /v1/manage/me', { ...OWNER, ...self }),
    'GET /v1/manage/overview': good('GET /v1/manage/overview', { waiting: [] }),
    'GET /v1/manage/statistics': good('GET /v1/manage/statistics', NO_STATISTICS),
    'GET /v1/manage/health': bad(503, '暂不可用'),
    'GET /v1/manage/sessions': good('GET /v1/manage/sessions', []),
    'GET /v1/manage/staffMail': good('GET /v1/manage/staffMail', NO_MAILS),
    'GET /v1/manage/audit/counts': bad(503, '暂不可用'),
    'GET /v1/manage/audit/chain': bad(503, '暂不可用'),
    'GET /v1/manage/audit': good('GET /v1/manage/audit', { records: [], hasMore: false }),
    [RAW_RECORDS]: good('GET /v1/manage/certificates/{certificateNo}/records', []),
    'GET /v1/manage/views': good('GET /v1/manage/views', []),
    ...answers,
  }
}

function prepare(answers: Answers) {
  settleGate(false)
  useGate.setState(useGate.getInitialState(), true)
  useStaff.setState(useStaff.getInitialState(), true)
  const fetch = answering(answers)
  vi.stubGlobal('fetch', fetch)
  return { fetch, api: createStaffApi() }
}

/**
 * Renders the whole client.
 * @param path path below `/manage`
 */
export function openManage(answers: Answers, path = '') {
  const { fetch, api } = prepare(answers)
  history.replaceState(null, '', `/manage${path}`)
  return { ...render(<ManageApp api={api} />), fetch, api }
}

/** Returns the account that the answers give to the caller. */
function selfIn({ 'GET /v1/manage/me': me }: Answers): StaffSelf {
  return (typeof me === 'object' && 'data' in me ? me.data : OWNER) as StaffSelf
}

/** Renders the shell with these areas at a path below `/manage`. */
export function openArea(path: string, { areas = AREAS, answers = staffAnswers() }: OpenAreaOptions = {}) {
  const { fetch, api } = prepare(answers)
  // The client makes its router once the caller is known; in this test the loaders start at once.
  useStaff.setState({ self: selfIn(answers) })
  const router = createMemoryRouter(createManageRoutes(areas), {
    initialEntries: [path],
    getContext: () => createRouterContext(api),
  })
  onTestFinished(() => router.dispose())
  const view = render(
    <ApiContext value={api}>
      <StaffGate>
        <RouterProvider router={router} />
      </StaffGate>
    </ApiContext>,
  )
  return { ...view, router, fetch, api }
}

interface OpenAreaOptions {
  areas?: readonly Area[]
  answers?: Answers
}

/** An area with one page, for tests of the shell and of controls. */
export function makeArea(path: string, label: string, page: PageModule, more: Partial<Area> = {}): Area {
  const [{ icon } = AREAS[0] as Area] = AREAS
  return { path, label, icon, group: '内容', duties: [], pages: [[path, async () => page]], ...more }
}
