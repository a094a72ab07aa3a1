import type { ContentDraft, ContentForm, ContentLock } from '@portal/contract/articles/content.ts'
import type { PageKey } from '@portal/contract/articles/standing-pages.ts'
import type { BodyFor, DataFor } from '@portal/contract/calls.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, bad, good } from '#testing/answering.ts'
import { OWNER, openManage, staffAnswers } from '#testing/open-manage.tsx'
import { managedSite } from '#testing/open-site-settings.tsx'

type Content = DataFor<'GET /v1/manage/articles/{id}'>

const GET = 'GET /v1/manage/articles/7' as 'GET /v1/manage/articles/{id}'
const PUT = 'PUT /v1/manage/articles/7' as 'PUT /v1/manage/articles/{id}'
const DRAFT = 'PUT /v1/manage/articles/7/draft' as 'PUT /v1/manage/articles/{id}/draft'
const LOCK = 'POST /v1/manage/articles/7/lock' as 'POST /v1/manage/articles/{id}/lock'
const CLOSED = 'POST /v1/manage/articles/7/closedLinks' as 'POST /v1/manage/articles/{id}/closedLinks'
const TAKE_OVER = 'POST /v1/manage/articles/7/takeOver' as 'POST /v1/manage/articles/{id}/takeOver'

const FORM: ContentForm = {
  title: '绿松石铁线',
  summary: '摘要',
  avatar: '',
  keywords: '',
  isOriginal: 1,
  originalUrl: '',
  categoryId: 33,
  tagList: [],
  isStick: 0,
  isRecommend: 0,
  isCarousel: 0,
  contentMd: '铁线。',
}
const lock = (more: Partial<ContentLock> = {}): ContentLock => ({
  holderId: 'a'.repeat(32),
  holderName: '顾怀瑾',
  isMine: true,
  since: '2026-11-20 10:00:00',
  typedAt: null,
  unsaved: 0,
  ...more,
})
const OTHERS = lock({ holderId: 'b'.repeat(32), holderName: '沈砚秋', isMine: false, unsaved: 120 })
const makeContent = (more: Partial<Content> = {}): Content => ({
  id: 7,
  version: 5,
  state: 'published',
  userId: 'u',
  nickname: '林知微',
  editorName: '沈砚秋',
  changeTime: '2026-11-20 09:00:00',
  pageKey: null,
  slug: null,
  isTemplate: false,
  form: FORM,
  draft: null,
  drafts: [],
  schedule: null,
  lock: null,
  ...more,
})

const open = (more: Answers = {}, stored: Partial<Content> = {}) =>
  openManage(
    staffAnswers({}, {
      [GET]: good(GET, makeContent(stored)),
      [LOCK]: good(LOCK, lock()),
      [DRAFT]: good(DRAFT, { time: '2026-11-20 10:05:00' }),
      [CLOSED]: good(CLOSED, []),
      'DELETE /v1/manage/articles/7/lock': good('DELETE /v1/manage/articles/{id}/lock', null),
      'DELETE /v1/manage/articles/7/draft': good('DELETE /v1/manage/articles/{id}/draft', null),
      'POST /v1/article/preview': good('POST /v1/article/preview', { content: '' }),
      'GET /v1/category/': good('GET /v1/category/', []),
      'GET /v1/tag/': good('GET /v1/tag/', []),
      ...more,
    } as Answers),
    '/articles/7',
  )
const findTitleField = () => screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })
const typeTitle = async (title: string) => fireEvent.change(await findTitleField(), { target: { value: title } })
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const publish = async () => {
  await press(/^发布为版本/)
  const dialog = within(await screen.findByRole('dialog', { name: /^发布为版本/ }))
  fireEvent.click(dialog.getByRole('button', { name: /^发布为版本/ }))
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

it('shows both sides when a colleague has saved meanwhile, and saves the choice on top of it', async () => {
  const theirs = { version: 6, editorName: '沈砚秋', time: '2026-11-20 10:04:00' }
  const current = { ...theirs, form: { ...FORM, title: '同事的标题', summary: '同事的摘要' } }
  const put = vi.fn().mockReturnValueOnce({ ...bad(409, '内容已被修改'), extra: { current } })
  put.mockReturnValue(good(PUT, { version: 7, state: 'published' }))
  const { fetch } = open({ [PUT]: put })
  await typeTitle('我的标题')
  await publish()
  expect(await screen.findByText(/同事的标题/)).toBeTruthy()
  expect((await findTitleField()).value).toBe('我的标题')
  fireEvent.click(screen.getByRole('radio', { name: '标题：用您的' }))
  await press('按所选合并')
  expect(await screen.findByText(/两边的内容已合并/)).toBeTruthy()
  await publish()
  expect(await screen.findByText('发布成功')).toBeTruthy()
  const merged = { ...FORM, title: '我的标题', summary: '同事的摘要' }
  expect(fetch.of(PUT).at(-1)?.body).toEqual({ version: 6, form: merged, state: 'published' })
})

it('sends no draft while a save is under way, which would remain beside the published text', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let store = () => {}
  const stored = new Promise<void>((resolve) => {
    store = resolve
  })
  const { fetch } = open({ [PUT]: () => stored.then(() => good(PUT, makeContent({ version: 6 }))) })
  await typeTitle('发布时还没自动保存的标题')
  await publish()
  await waitFor(() => expect(fetch.of(PUT)).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(fetch.of(DRAFT)).toEqual([])
  store()
  vi.useRealTimers()
  expect(await screen.findByText('发布成功')).toBeTruthy()
})

it('gives the lock to one editor: the other reads, takes over, and continues from the stored version', async () => {
  const { fetch } = open({ [LOCK]: good(LOCK, OTHERS), [TAKE_OVER]: good(TAKE_OVER, lock()) }, { lock: OTHERS })
  expect(await screen.findByText('沈砚秋正在编辑')).toBeTruthy()
  expect((await findTitleField()).readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: /^发布/ })).toBeNull()
  await press('接手编辑')
  const dialog = await screen.findByRole('dialog', { name: /接手编辑/ })
  expect(dialog.textContent).toContain('沈砚秋约有 120 字尚未保存')
  fireEvent.click(within(dialog).getByRole('button', { name: '接手编辑' }))
  await waitFor(async () => expect((await findTitleField()).readOnly).toBe(false))
  expect(fetch.of(TAKE_OVER)).toHaveLength(1)
})

it('reports within seconds that a colleague has taken over, and stores the typed text as a draft on the server', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isTaken = false
  const { fetch } = open({ [LOCK]: () => good(LOCK, isTaken ? OTHERS : lock()) })
  await typeTitle('接手之前写的')
  isTaken = true
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await screen.findByText('沈砚秋接手了编辑')).toBeTruthy()
  expect(screen.getByText(/您未保存的内容没有丢，已存为您的草稿/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^发布为版本/ })).toBeNull()
  expect(fetch.of(DRAFT).at(-1)?.body).toMatchObject({ baseVersion: 5, form: { title: '接手之前写的' } })
  expect((await findTitleField()).readOnly).toBe(true)
})

it('starts after a take-over from the text that the colleague has saved meanwhile', async () => {
  let stored = makeContent({ lock: OTHERS })
  let isTaken = false
  open({
    [GET]: () => good(GET, stored),
    [LOCK]: () => good(LOCK, isTaken ? lock() : OTHERS),
    [TAKE_OVER]: () => {
      isTaken = true
      stored = makeContent({ version: 6, form: { ...FORM, title: '同事保存的标题', contentMd: '同事保存的正文。' } })
      return good(TAKE_OVER, lock())
    },
  })
  await press('接手编辑')
  const dialog = within(await screen.findByRole('dialog', { name: /接手编辑/ }))
  fireEvent.click(dialog.getByRole('button', { name: '接手编辑' }))
  await waitFor(async () => expect((await findTitleField()).value).toBe('同事保存的标题'))
  const getTextField = () => screen.getByRole('textbox', { name: '正文' })
  await waitFor(() =>
    expect(getTextField().textContent || (getTextField() as HTMLTextAreaElement).value).toBe('同事保存的正文。'),
  )
  expect(await screen.findByRole('button', { name: /^发布为版本 7/ })).toBeTruthy()
})

it('keeps the typed text at a take-over, and announces that it is merged at publishing', async () => {
  const form = { ...FORM, title: '我没保存的标题' }
  const draft = { editorId: 'a', editorName: '顾怀瑾', time: '2026-11-20 10:00:00', baseVersion: 5, form }
  let isTaken = false
  const { fetch } = open(
    {
      [LOCK]: () => good(LOCK, isTaken ? lock() : OTHERS),
      [TAKE_OVER]: () => {
        isTaken = true
        return good(TAKE_OVER, lock())
      },
    },
    { lock: OTHERS, draft },
  )
  await press('接手编辑')
  const dialog = await screen.findByRole('dialog', { name: /接手编辑/ })
  expect(dialog.textContent).toContain('您未保存的内容还在，发布时与对方保存的合并。')
  fireEvent.click(within(dialog).getByRole('button', { name: '接手编辑' }))
  expect(await screen.findByRole('button', { name: /^发布为版本/ })).toBeTruthy()
  expect(fetch.of(TAKE_OVER)).toHaveLength(1)
  expect((await findTitleField()).value).toBe('我没保存的标题')
})

it('shows the amount of unsaved text at the moment of a take-over', async () => {
  // The next renewal would report it too.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let unsaved = 0
  const { fetch } = open({ [LOCK]: () => good(LOCK, { ...OTHERS, unsaved }) }, { lock: { ...OTHERS, unsaved: 0 } })
  await screen.findByText('沈砚秋正在编辑')
  await waitFor(() => expect(fetch.of(LOCK).length).toBeGreaterThan(0))
  await act(async () => {})
  unsaved = 42
  await press('接手编辑')
  const dialog = await screen.findByRole('dialog', { name: /接手编辑/ })
  await waitFor(() => expect(dialog.textContent).toContain('沈砚秋约有 42 字尚未保存'))
})

it('reports that a colleague has taken over when its tab is shown again', async () => {
  // Browsers slow down the timers of hidden tabs.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let isTaken = false
  open({ [LOCK]: () => good(LOCK, isTaken ? OTHERS : lock()) })
  await typeTitle('接手之前写的')
  isTaken = true
  fireEvent(document, new Event('visibilitychange'))
  expect(await screen.findByText('沈砚秋接手了编辑')).toBeTruthy()
})

it('keeps the lock with the editor who merges after a conflict', async () => {
  const current = {
    version: 6,
    editorName: '沈砚秋',
    time: '2026-11-20 10:04:00',
    form: { ...FORM, summary: '同事的' },
  }
  let isTaken = false
  const { fetch } = open({
    [PUT]: () => {
      isTaken = true
      return { ...bad(409, '内容已被修改'), extra: { current } }
    },
    [LOCK]: () => good(LOCK, isTaken ? OTHERS : lock()),
    [TAKE_OVER]: () => {
      isTaken = false
      return good(TAKE_OVER, lock())
    },
  })
  await typeTitle('我的标题')
  await publish()
  await screen.findByText(/同事的/)
  // The page learns now that the colleague has the lock.
  fireEvent(document, new Event('visibilitychange'))
  await press('接手编辑并合并')
  expect(await screen.findByText(/两边的内容已合并/)).toBeTruthy()
  expect(fetch.of(TAKE_OVER)).toHaveLength(1)
  expect((await findTitleField()).readOnly).toBe(false)
  expect(await screen.findByRole('button', { name: /^发布为版本/ })).toBeTruthy()
})

it('compares texts by line, and offers a choice for each part', async () => {
  const [base, mine] = ['首段。\n\n中段。\n\n末段。', '首段改。\n\n中段甲。\n\n末段。']
  const theirs = { ...FORM, contentMd: '首段。\n\n中段乙。\n\n末段改。' }
  const current = { version: 6, editorName: '沈砚秋', time: '2026-11-20 10:04:00', form: theirs }
  const put = vi.fn().mockReturnValueOnce({ ...bad(409, '内容已被修改'), extra: { current } })
  put.mockReturnValue(good(PUT, { version: 7, state: 'published' }))
  const draft = { editorId: 'a', editorName: '顾怀瑾', time: '2026-11-20 10:00:00', baseVersion: 5 }
  const { fetch } = open(
    { [PUT]: put },
    { form: { ...FORM, contentMd: base }, draft: { ...draft, form: { ...FORM, contentMd: mine } } },
  )
  await publish()
  const row = within(await screen.findByRole('row', { name: /正文/ }))
  expect(row.getAllByText('删去：').length).toBeGreaterThan(0)
  expect(row.getByText('只有您改了，已并入')).toBeTruthy()
  expect(row.getByText('只有对方改了，已并入')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '按所选合并' }).disabled).toBe(true)
  fireEvent.click(row.getByRole('radio', { name: '正文第 1 处：两段都留，您的在前' }))
  await press('按所选合并')
  await screen.findByText(/两边的内容已合并/)
  await publish()
  await screen.findByText('发布成功')
  const sent = fetch.of(PUT).at(-1)?.body as { form: ContentForm }
  expect(sent.form.contentMd).toBe('首段改。\n\n中段甲。\n\n中段乙。\n\n末段改。')
})

it.each([
  ['a refused save', bad(400, '请选择分类'), '请选择分类'],
  ['an ended login', bad(401, '登录已过期'), null],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), '网络不通，没有保存'],
])('keeps typed text after %s and a reload', async (_name, answer, words) => {
  const { unmount } = open({ [PUT]: answer })
  await typeTitle('没有丢的标题')
  await publish()
  if (words !== null) expect(await screen.findByText(new RegExp(words))).toBeTruthy()
  else await waitFor(() => expect(localStorage.length).toBeGreaterThan(0))
  expect((await screen.findByDisplayValue('没有丢的标题')).isConnected).toBe(true)
  unmount()
  open()
  expect((await findTitleField()).value).toBe('没有丢的标题')
  expect(screen.getByText('已恢复上次未保存的内容')).toBeTruthy()
})

it('stores the draft with Ctrl S and publishes nothing', async () => {
  const { fetch } = open()
  fireEvent.keyDown(await findTitleField(), { key: 's', ctrlKey: true })
  expect(await screen.findByText('没有未保存的改动')).toBeTruthy()
  await typeTitle('草稿的标题')
  fireEvent.keyDown(await findTitleField(), { key: 's', ctrlKey: true })
  expect(await screen.findByText('草稿已保存，读者还看不到')).toBeTruthy()
  expect(fetch.of(DRAFT)).toHaveLength(1)
  expect(fetch.of(PUT)).toEqual([])
})

it('says after a visit with Ctrl S that the draft is on the server, under its title', async () => {
  const untitled = { state: 'draft', form: { ...FORM, title: '未命名文章' } } as const
  const { fetch, unmount } = open({}, untitled)
  await typeTitle('石榴石的包裹体')
  expect(screen.getByRole('heading', { level: 1, name: '石榴石的包裹体' })).toBeTruthy()
  fireEvent.keyDown(await findTitleField(), { key: 's', ctrlKey: true })
  await screen.findByText('草稿已保存，读者还看不到')
  const sent = fetch.of(DRAFT).at(-1)?.body as Pick<ContentDraft, 'baseVersion' | 'form'>
  unmount()
  const draft = { editorId: '2', editorName: '我', time: '2026-11-20 10:05:00', ...sent }
  open({}, { ...untitled, draft })
  expect((await findTitleField()).value).toBe('石榴石的包裹体')
  expect(screen.getByRole('heading', { level: 1, name: '石榴石的包裹体' })).toBeTruthy()
  expect(screen.queryByText('已恢复上次未保存的内容')).toBeNull()
  expect(screen.getByText('草稿已自动保存 10:05')).toBeTruthy()
})

it('says that text which never reached the server is on this device', async () => {
  const form = { ...FORM, title: '服务器上的草稿' }
  const draft = { editorId: '2', editorName: '我', time: '2026-11-20 10:05:00', baseVersion: 5, form }
  const { unmount } = open({ [DRAFT]: () => Promise.reject(new TypeError('Failed to fetch')) }, { draft })
  await typeTitle('断网以后的标题')
  unmount()
  open({}, { draft })
  expect((await findTitleField()).value).toBe('断网以后的标题')
  expect(screen.getByText('已恢复上次未保存的内容')).toBeTruthy()
})

it('reports that the server was not reached when Ctrl S has no network', async () => {
  open({ [DRAFT]: () => Promise.reject(new TypeError('Failed to fetch')) })
  await typeTitle('断网时的标题')
  fireEvent.keyDown(await findTitleField(), { key: 's', ctrlKey: true })
  expect(await screen.findByText('没有连上服务器，草稿存在本机')).toBeTruthy()
})

describe('an editor whose login has ended', () => {
  const LOGIN = 'POST /oauth/emailLogin'
  const PROOF = 'POST /v1/manage/factor/proof'
  const PREVIEW = 'POST /v1/article/preview'
  const ended = bad(401, '当前会话已过期，请重新登录')
  const unproven = { ...bad(403, '请先完成两步验证'), extra: { factor: 'prove' } }

  /** Opens an editor whose login ends, and simulates the actions of the editor. */
  function openWithLogin() {
    let state: 'in' | 'ended' | 'unproven' = 'in'
    let hasLoggedIn = false
    const guardWithLogin =
      <A,>(answer: A) =>
      () =>
        state === 'in' ? answer : state === 'ended' ? ended : unproven
    const answerSelf = () =>
      staffAnswers({ methods: [{ ...OWNER.methods[0], kind: 'totp' }] as never, isProven: state === 'in' })
    const { fetch } = open({
      'GET /v1/manage/me': () => answerSelf()['GET /v1/manage/me'],
      [LOCK]: guardWithLogin(good(LOCK, lock())),
      [DRAFT]: guardWithLogin(good(DRAFT, { time: '2026-11-20 10:05:00' })),
      [PREVIEW]: () => (hasLoggedIn ? good(PREVIEW, { content: '' }) : ended),
      [LOGIN]: () => {
        state = 'unproven'
        hasLoggedIn = true
        return { code: 200, data: { id: OWNER.id, nickname: OWNER.nickname } }
      },
      [PROOF]: () => {
        state = 'in'
        return good(PROOF, null)
      },
    } as Answers)
    return {
      fetch,
      end: () => {
        state = 'ended'
      },
      logIn: async () => {
        const login = within(await screen.findByRole('dialog', { name: '登录已结束' }))
        fireEvent.change(login.getByLabelText('密码'), { target: { value: 'quartz over granite' } })
        fireEvent.click(login.getByRole('button', { name: '登录' }))
        return within(await screen.findByRole('dialog', { name: '再次验证' }))
      },
      prove: (proof: ReturnType<typeof within>) => {
        fireEvent.change(proof.getByLabelText('动态验证码'), { target: { value: '482913' } })
        fireEvent.click(proof.getByRole('button', { name: '验证' }))
      },
    }
  }

  it('opens the login when Ctrl S is pressed, and stores the draft after it', async () => {
    const { fetch, end, logIn, prove } = openWithLogin()
    await typeTitle('登录结束时写的')
    end()
    fireEvent.keyDown(await findTitleField(), { key: 's', ctrlKey: true })
    prove(await logIn())
    expect(await screen.findByText('草稿已保存，读者还看不到')).toBeTruthy()
    expect(screen.queryByText(/没有连上服务器/)).toBeNull()
    expect(fetch.of(DRAFT).at(-1)?.body).toMatchObject({ form: { title: '登录结束时写的' } })
  })

  it('sends nothing automatically until the second factor is proved, because every refusal adds a row to the audit log', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { fetch, end, logIn, prove } = openWithLogin()
    await typeTitle('登录结束时写的')
    end()
    fireEvent.keyDown(await findTitleField(), { key: 's', ctrlKey: true })
    const proof = await logIn()
    const before = [fetch.of(LOCK).length, fetch.of(DRAFT).length]
    await vi.advanceTimersByTimeAsync(60_000)
    expect([fetch.of(LOCK).length, fetch.of(DRAFT).length]).toEqual(before)
    prove(proof)
    await screen.findByText('草稿已保存，读者还看不到')
    await vi.advanceTimersByTimeAsync(5000)
    vi.useRealTimers()
    expect(fetch.of(LOCK).length).toBeGreaterThan(before[0] ?? 0)
  })

  it('renews the preview after a new login', async () => {
    localStorage.setItem('editor-mode', 'split')
    const { end, logIn, prove } = openWithLogin()
    await typeTitle('登录结束时写的')
    end()
    expect(await screen.findByText('当前会话已过期，请重新登录')).toBeTruthy()
    fireEvent.keyDown(await findTitleField(), { key: 's', ctrlKey: true })
    prove(await logIn())
    await waitFor(() => expect(screen.queryByText('当前会话已过期，请重新登录')).toBeNull())
  })
})

it.each([
  ['Ctrl Enter', async () => fireEvent.keyDown(await findTitleField(), { key: 'Enter', ctrlKey: true })],
  ['the button', () => press(/^发布为版本/)],
])('opens a confirmation before %s publishes', async (_by, begin) => {
  const { fetch } = open({ [PUT]: good(PUT, { version: 6, state: 'published' }) })
  await typeTitle('要发布的标题')
  await begin()
  const dialog = await screen.findByRole('dialog', { name: '发布为版本 6？' })
  expect(dialog.textContent).toContain('改动：标题。')
  expect(fetch.of(PUT)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: '发布为版本 6' }))
  expect(await screen.findByText('发布成功')).toBeTruthy()
  expect(fetch.of(PUT)[0]?.body).toMatchObject({ version: 5, state: 'published', form: { title: '要发布的标题' } })
})

it('names the links that readers cannot open before publishing, and publishes all the same', async () => {
  const contentMd = `${FORM.contentMd}见[草稿页](/p/draft)。`
  const { fetch } = open(
    {
      [CLOSED]: good(CLOSED, ['/p/draft', '/none']),
      [PUT]: good(PUT, { version: 6, state: 'published' }),
    },
    { form: { ...FORM, contentMd } },
  )
  await typeTitle('有链接的文章')
  await press(/^发布为版本/)
  const dialog = await screen.findByRole('dialog', { name: '发布为版本 6？' })
  expect(dialog.textContent).toContain('有 2 个链接读者打不开')
  expect(dialog.textContent).toContain('“草稿页”（/p/draft）、/none。')
  expect(fetch.of(CLOSED).map(({ body }) => body)).toEqual([{ contentMd }])
  fireEvent.click(within(dialog).getByRole('button', { name: '发布为版本 6' }))
  expect(await screen.findByText('发布成功')).toBeTruthy()
})

it('asks before publishing though the links cannot be checked', async () => {
  open({ [CLOSED]: bad(500, '出错了') })
  await typeTitle('查不了链接')
  await press(/^发布为版本/)
  const dialog = await screen.findByRole('dialog', { name: '发布为版本 6？' })
  expect(dialog.textContent).not.toContain('读者打不开')
  expect(screen.queryByText('出错了')).toBeNull()
})

it('offers nothing to publish without a change', async () => {
  const { fetch } = open()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /^发布为版本/ })
  expect(button.disabled).toBe(true)
  fireEvent.keyDown(await findTitleField(), { key: 'Enter', ctrlKey: true })
  expect(await screen.findAllByText('没有未保存的改动')).toHaveLength(2)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fetch.of(PUT)).toEqual([])
})

it('shows the changed lines and what readers will miss before publishing', async () => {
  const form = { ...FORM, contentMd: `${FORM.contentMd}含蜡[^1]\n\n![](/file/img/a.png)` }
  const draft = { editorId: '2', editorName: '我', time: '2026-11-20 10:00:00', baseVersion: 5, form }
  open({}, { draft })
  await press(/^发布为版本/)
  const dialog = await screen.findByRole('dialog', { name: /^发布为版本/ })
  expect(dialog.textContent).toContain('改动：正文。')
  expect(dialog.textContent).toContain('＋2 行')
  expect(dialog.textContent).toContain('有 1 张图片没有替代文字')
  expect(dialog.textContent).toContain('网页不支持的写法：脚注')
  expect(within(dialog).getByText('［图片］')).toBeTruthy()
})

it('says that only the form of the text changes when its words stay', async () => {
  const form = { ...FORM, contentMd: `**${FORM.contentMd}**` }
  const draft = { editorId: '2', editorName: '我', time: '2026-11-20 10:00:00', baseVersion: 5, form }
  open({}, { draft })
  await press(/^发布为版本/)
  const dialog = await screen.findByRole('dialog', { name: /^发布为版本/ })
  expect(dialog.textContent).toContain('文字没有改动，格式有变化 1 行')
  expect(dialog.textContent).not.toContain('＋0')
})

it('marks lines whose form or picture has changed, with the names of the library', async () => {
  const [old, now] = ['c0de'.repeat(8), 'beef'.repeat(8)]
  const write = (id: string, line: string) => `${line}\n\n![](/file/img/m/${id}/picture.webp)\n\n末行`
  const form = { ...FORM, contentMd: write(now, '**首行**') }
  const draft = { editorId: '2', editorName: '我', time: '2026-11-20 10:00:00', baseVersion: 5, form }
  const answerName = (id: string, name: string) => ({
    [`GET /v1/manage/media/${id}`]: good('GET /v1/manage/media/{id}', { item: { name } } as never),
  })
  open(
    { ...answerName(old, '红外谱图.png'), ...answerName(now, '绿松石.png') },
    { form: { ...FORM, contentMd: write(old, '首行') }, draft },
  )
  await press(/^发布为版本/)
  const dialog = within(await screen.findByRole('dialog', { name: /^发布为版本/ }))
  expect(dialog.getByText('格式有变化').parentElement?.textContent).toBe('首行格式有变化')
  expect(
    dialog
      .getByText(/红外谱图/)
      .closest('[data-kind]')
      ?.getAttribute('data-kind'),
  ).toBe('gone')
  expect(
    dialog
      .getByText(/绿松石/)
      .closest('[data-kind]')
      ?.getAttribute('data-kind'),
  ).toBe('new')
  expect(dialog.queryByText(/\*\*/)).toBeNull()
})

it('does not publish a picture that is written into the text', async () => {
  const form = { ...FORM, contentMd: '甲 ![谱](data:image/png;base64,iVBORw0KGgo=)' }
  const draft = { editorId: '2', editorName: '我', time: '2026-11-20 10:00:00', baseVersion: 5, form }
  const { fetch } = open({}, { draft })
  await screen.findByDisplayValue(form.contentMd)
  await press(/^发布为版本/)
  expect(await screen.findAllByText('有 1 张图片直接写在正文里，不能发布，请改为上传')).not.toEqual([])
  expect(fetch.of(PUT)).toEqual([])
})

it('refuses a time in the past at its field, and keeps the dialog open', async () => {
  open({}, { state: 'draft' })
  await press('定时发布')
  const dialog = within(await screen.findByRole('dialog', { name: '定时发布' }))
  fireEvent.change(dialog.getByLabelText(/^发布时间/), { target: { value: '2020-01-01T09:00' } })
  fireEvent.click(dialog.getByRole('button', { name: '定时发布' }))
  expect(await dialog.findByText('请选择以后的时间')).toBeTruthy()
})

it('adds a new tag while an article is written', async () => {
  const add = 'POST /v1/manage/topics'
  const { fetch } = open({ [add]: good(add, { id: 9 }) })
  fireEvent.change(await screen.findByLabelText('加标签'), { target: { value: 'new' } })
  const dialog = within(await screen.findByRole('dialog', { name: '添加标签' }))
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: '开放日' } })
  fireEvent.submit(dialog.getByRole('textbox'))
  expect(await screen.findByRole('button', { name: '去掉标签：开放日' })).toBeTruthy()
  expect(fetch.of(add)[0]?.body).toEqual({ kind: 'tag', name: '开放日' })
})

it('copies an article as a draft without its marks', async () => {
  const create = 'POST /v1/manage/articles'
  const { fetch } = open({ [create]: good(create, { id: 8 }) }, { form: { ...FORM, isStick: 1 } })
  await press('另存一篇')
  await waitFor(() => expect(fetch.of(create)).toHaveLength(1))
  expect(fetch.of(create)[0]?.body).toEqual({ form: { ...FORM, title: '绿松石铁线（副本）', isStick: 0 } })
})

it('reports missing values before the confirmation', async () => {
  open()
  await typeTitle('')
  await press(/^发布为版本/)
  expect(await screen.findByText('请填写标题')).toBeTruthy()
  expect(document.activeElement).toBe(await findTitleField())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('refuses to publish an article without a title', async () => {
  open({}, { state: 'draft', form: { ...FORM, title: '未命名文章' } })
  await press(/^发布/)
  expect(await screen.findByText('请填写标题')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('a scheduled article', () => {
  const DELETE: string = 'DELETE /v1/manage/articles/7/schedule'
  const form = { ...FORM, title: '元旦安排' }
  const schedule = { publishAt: '2099-01-01 10:00', editorName: '顾怀瑾', baseVersion: 5, form }
  const openScheduled = (stored: Partial<Content> = {}) =>
    open(
      { [DELETE]: good('DELETE /v1/manage/articles/{id}/schedule', null) },
      { state: 'scheduled', schedule, form: { ...FORM, title: '未命名文章' }, ...stored },
    )

  it('is saved into its schedule, which stays', async () => {
    const PUT = 'PUT /v1/manage/articles/7/schedule'
    const { fetch } = open({ [PUT]: good('PUT /v1/manage/articles/{id}/schedule', null) } as Answers, {
      state: 'scheduled',
      schedule,
      form: { ...FORM, title: '未命名文章' },
    })
    const title = await findTitleField()
    const button = screen.getByRole('button', { name: '保存，仍定时发布' })
    expect(button).toHaveProperty('disabled', true)
    // A version of its own would keep the scheduled text from being published.
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
    fireEvent.change(title, { target: { value: '元旦与春节安排' } })
    fireEvent.click(button)
    expect(await screen.findByText('已保存，仍于 2099-01-01 10:00 发布')).toBeTruthy()
    // So is Ctrl S, which saves a draft elsewhere.
    fireEvent.change(title, { target: { value: '元旦、春节安排' } })
    fireEvent.keyDown(document.body, { key: 's', code: 'KeyS', ctrlKey: true })
    await vi.waitFor(() => expect(fetch.of(PUT)).toHaveLength(2))
    expect(fetch.of(PUT)[1]?.body).toMatchObject({ form: { title: '元旦、春节安排' } })
    expect(fetch.of(PUT)[0]?.body).toMatchObject({
      version: 5,
      publishAt: '2099-01-01 10:00',
      form: { title: '元旦与春节安排' },
    })
  })

  it('is unchanged until somebody types, and leaves no local draft', async () => {
    const first = openScheduled()
    expect((await findTitleField()).value).toBe('元旦安排')
    expect(screen.getByText('没有未保存的改动')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '放弃草稿' })).toBeNull()
    expect(localStorage.length).toBe(0)
    first.unmount()
    const second = openScheduled()
    expect((await findTitleField()).value).toBe('元旦安排')
    expect(screen.queryByText('已恢复上次未保存的内容')).toBeNull()
    expect(second.fetch.of(DRAFT)).toEqual([])
    await typeTitle('元旦闭馆')
    expect(await screen.findByText('草稿已存本机')).toBeTruthy()
  })

  it('says what changes for readers when it is published at once, though nobody typed', async () => {
    openScheduled({ state: 'published', form: { ...FORM, title: '旧题' } })
    expect(await screen.findByText('没有未保存的改动')).toBeTruthy()
    await press(/^发布为版本/)
    const dialog = await screen.findByRole('dialog', { name: /^发布为版本/ })
    expect(dialog.textContent).toContain('改动：标题。')
  })

  it('is a draft again when the time is taken back', async () => {
    openScheduled()
    await press('取消定时')
    expect(await screen.findByText('草稿已存本机')).toBeTruthy()
    expect((await findTitleField()).value).toBe('元旦安排')
  })
})

it('shows an article as published soon after the scheduled time', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:00:00+08:00') })
  const form = { ...FORM, title: '元旦安排' }
  const schedule = { publishAt: '2026-11-20 10:01', editorName: '顾怀瑾', baseVersion: 5, form }
  let stored = makeContent({ state: 'scheduled', schedule, form: { ...FORM, title: '未命名文章' } })
  const { container } = open({ [GET]: () => good(GET, stored) })
  expect(await screen.findByText('定于 2026-11-20 10:01 发布')).toBeTruthy()
  expect(container.textContent).toContain('文章 › 元旦安排')
  stored = makeContent({ version: 6, form })
  await vi.advanceTimersByTimeAsync(65_000)
  vi.useRealTimers()
  expect(await screen.findByText('读者看到版本 6')).toBeTruthy()
  expect(screen.queryByText('定于 2026-11-20 10:01 发布')).toBeNull()
})

describe('a standing page', () => {
  const openTemplate = (key: 'contact-us' | 'about' | 'fees' | 'question', form = FORM, more: Answers = {}) =>
    openManage(
      staffAnswers({}, {
        [`POST /v1/manage/pages/${key}/open`]: { code: 200, data: { articleId: 7 } },
        [GET]: good(GET, makeContent({ state: 'draft', pageKey: key, isTemplate: true, form })),
        'GET /v1/manage/site': good('GET /v1/manage/site', managedSite(47)),
        [LOCK]: good(LOCK, lock()),
        [DRAFT]: good(DRAFT, { time: '2026-11-20 10:05:00' }),
        'DELETE /v1/manage/articles/7/lock': good('DELETE /v1/manage/articles/{id}/lock', null),
        'POST /v1/article/preview': good('POST /v1/article/preview', { content: '' }),
        'GET /v1/category/': good('GET /v1/category/', []),
        'GET /v1/tag/': good('GET /v1/tag/', []),
        ...more,
      } as Answers),
      `/pages/${key}`,
    )

  it('goes to the next gap with F8, wherever the focus is', async () => {
    openTemplate('fees', { ...FORM, contentMd: '检测费【金额】' })
    const next = await screen.findByRole<HTMLButtonElement>('button', { name: /^到下一处/ })
    await waitFor(() => expect(next.disabled).toBe(false))
    expect(document.activeElement?.getAttribute('aria-label')).not.toBe('正文')
    fireEvent.keyDown(document.body, { key: 'F8' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('正文')
  })

  it('adds groups and questions to the page of questions alone, and selects what has to be filled in', async () => {
    const { unmount } = openTemplate('question', { ...FORM, contentMd: '### 要预约吗？\n\n不必。' })
    const readSelected = () => {
      const { value, selectionStart, selectionEnd } = screen.getByLabelText<HTMLTextAreaElement>('正文')
      return value.slice(selectionStart, selectionEnd)
    }
    await screen.findByRole('button', { name: '加问题' })
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: '加问题' }).disabled).toBe(false))
    await press('加问题')
    expect(readSelected()).toBe('【问题】')
    await press('加分组')
    expect(readSelected()).toBe('【分组名】')
    expect(await screen.findByText('还有 5 处待填')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('正文').value).toBe(
      '### 要预约吗？\n\n不必。\n\n### 【问题】\n\n【回答】\n\n## 【分组名】\n\n### 【问题】\n\n【回答】\n',
    )
    unmount()
    openTemplate('fees')
    await screen.findByRole('button', { name: /从图片库/ })
    expect(screen.queryByRole('button', { name: '加问题' })).toBeNull()
  })

  it('shows what readers see before the page is published', async () => {
    const { unmount } = openTemplate('about')
    expect(await screen.findByText(/读者打开这一页会看到“页面不存在”/)).toBeTruthy()
    unmount()
    openTemplate('contact-us')
    expect(await screen.findByText(/读者打开这一页只看到联系方式与留言表单/)).toBeTruthy()
  })

  it.each([
    ['fees', true],
    ['about', false],
  ] as const)('states in the confirmation of publishing whether %s has legal effect: %s', async (key, isLegal) => {
    openTemplate(key)
    fireEvent.change(await screen.findByLabelText(/^导语/), { target: { value: '一家小实验室。' } })
    await press(/^发布/)
    const dialog = await screen.findByRole('dialog', { name: '发布？' })
    expect(dialog.textContent?.includes('这一页有法律后果')).toBe(isLegal)
  })

  it('can be marked as not wanted, and as wanted again', async () => {
    const SITE = 'GET /v1/manage/site'
    const SAVE = 'PUT /v1/manage/site'
    let unwantedPages: PageKey[] | null = ['experts']
    const readSite = () => {
      const site = managedSite(47)
      return good(SITE, { ...site, settings: { ...site.settings, pages: { unwantedPages } } })
    }
    const save: Answers[typeof SAVE] = ({ body }) => {
      unwantedPages = (body as BodyFor<typeof SAVE>).settings.pages?.unwantedPages ?? null
      return good(SAVE, { version: 48 })
    }
    const { fetch } = openTemplate('fees', FORM, { [SITE]: readSite, [SAVE]: save })
    const readSaved = () => fetch.of(SAVE).map(({ body }) => body)
    expect(await screen.findByText('模板草稿', { selector: 'b' })).toBeTruthy()
    await press('不需要这一页')
    expect(await screen.findByText('已标为不需要，不再提醒')).toBeTruthy()
    await waitFor(() => expect(screen.queryAllByText(/模板草稿|处待填/)).toEqual([]))
    expect(screen.getByText('不需要')).toBeTruthy()
    await press('改为需要')
    await waitFor(() => expect(readSaved()).toHaveLength(2))
    const change = (keys: string[]) => ({ version: 47, settings: { pages: { unwantedPages: keys } } })
    expect(readSaved()).toEqual([change(['experts', 'fees']), change(['experts'])])
  })

  it('is always wanted when readers must find it', async () => {
    openTemplate('contact-us')
    expect(await screen.findByText(/读者打开这一页只看到联系方式与留言表单/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '不需要这一页' })).toBeNull()
  })

  it('says that neither the page nor the site has a summary', async () => {
    openTemplate('about', { ...FORM, summary: '' })
    expect(await screen.findByText('没有填导语，“站点”里也没有简介')).toBeTruthy()
  })

  it('uses the same names of fields in the confirmation as in the form', async () => {
    openTemplate('about')
    fireEvent.change(await screen.findByLabelText(/^导语/), { target: { value: '一家小实验室。' } })
    await press(/^发布/)
    const dialog = await screen.findByRole('dialog', { name: '发布？' })
    expect(dialog.textContent).toContain('改动：导语。')
  })
})

it('opens the preview of the typed text, and closes the empty tab when it is refused', async () => {
  const key = 'POST /v1/manage/articles/{id}/preview'
  const preview = vi.fn().mockReturnValueOnce(good(key, { address: '/article/7?preview=k', endTime: '' }))
  preview.mockReturnValue(bad(400, '请填写标题'))
  const tab = { location: { replace: vi.fn() }, close: vi.fn() }
  vi.stubGlobal('open', () => tab)
  const { fetch } = open({ 'POST /v1/manage/articles/7/preview': preview } as Answers)
  await typeTitle('预览的标题')
  fireEvent.keyDown(document.body, { key: 'P', ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith('/article/7?preview=k'))
  expect(fetch.of('POST /v1/manage/articles/7/preview')[0]?.body).toMatchObject({ form: { title: '预览的标题' } })
  await press(/^预览/)
  await waitFor(() => expect(tab.close).toHaveBeenCalled())
})
