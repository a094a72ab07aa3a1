import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { setUser } from '#lib/session.ts'
import { useToasts } from '#lib/toasts.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { makePlainPages, openPage } from '#testing/open-page.tsx'
import { computeFingerprint, toWriting } from './writing.ts'
import { Component as WritingPage, loader as writingLoader, meta as writingMeta } from './writing-page.tsx'

const CREATE = 'POST /v1/article/'
const LIN = { id: '7', nickname: '林知微', role: 'user' as const }
const STORED = { id: 88, title: '铁线', categoryId: 33, isPublish: 3, isOriginal: 1, contentMd: '第一稿', tagList: [4] }

const answers: Answers = {
  'GET /v1/category/': good('GET /v1/category/', [
    { id: 33, name: '研究' },
    { id: 36, name: '站内页面' },
  ]),
  'GET /v1/tag/': good('GET /v1/tag/', [
    { id: 4, name: '绿松石' },
    { id: 9, name: '优化处理' },
  ]),
  'GET /v1/article/selectMyArticleInfo': good('GET /v1/article/selectMyArticleInfo', STORED),
  'POST /v1/article/preview': good('POST /v1/article/preview', { content: '<p>正文</p>' }),
}

function openEditor(path = '/newposts', more: Answers = {}, user: typeof LIN | null = LIN) {
  const session = { 'GET /bff/session': { code: 200, data: { user, expiresAt: null } } }
  const page = {
    path: '/newposts',
    loader: writingLoader,
    Component: WritingPage,
    handle: { meta: writingMeta },
    HydrateFallback: () => null,
  }
  return openPage(path, [page, ...makePlainPages('/user')], { ...answers, ...session, ...more })
}
const findField = (name: string) => screen.findByRole('textbox', { name })
const readText = async (name: string) => ((await findField(name)) as HTMLTextAreaElement).value
const type = async (name: string, value: string) => fireEvent.change(await findField(name), { target: { value } })
const typeText = async (text: string) => fireEvent.input(await findField('正文'), { target: { value: text } })
const listDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('writing:'))
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('editor-mode', 'split')
  setUser(LIN)
  // Selects the plain editor, as in a browser without constructed sheets.
  vi.stubGlobal('CSSStyleSheet', null)
})

describe('a visitor', () => {
  it('can start writing, sees the login button, and finds the draft again', async () => {
    setUser(null)
    openEditor('/newposts', {}, null)
    await typeText('先写后登录')
    const [login] = (await screen.findAllByRole('button', { name: '登录' })).slice(-1)
    if (login) fireEvent.click(login)
    expect(useDialogs.getState().open).toBe('login')
    expect(screen.queryByRole('button', { name: '提交审核' })).toBeNull()
    await waitFor(() => expect(localStorage.getItem('writing:visitor/new')).toContain('先写后登录'))
  })

  it('must log in before opening an article', async () => {
    setUser(null)
    openEditor('/newposts?id=88', {}, null)
    expect(await screen.findByText('登录后可以编辑自己的文章。')).toBeTruthy()
  })
})

describe('submitting', () => {
  it('lists missing fields with links, then submits and shows the next steps', async () => {
    const { fetch } = openEditor('/newposts', { [CREATE]: good(CREATE, null, { id: 90 }) })
    await press('提交审核')
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toContain('请输入标题')
    fireEvent.click(within(summary).getByRole('button', { name: '请输入标题' }))
    expect(document.activeElement).toBe(await findField('标题'))

    await type('标题', '绿松石铁线')
    await typeText('正文')
    fireEvent.click(screen.getByRole('radio', { name: '研究' }))
    await press('标签')
    fireEvent.change(screen.getByRole('searchbox', { name: '查找标签' }), { target: { value: '松石' } })
    await press('绿松石')
    await press('提交审核')
    expect(await screen.findByRole('heading', { level: 1, name: '已提交审核' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '我的文章' }).getAttribute('href')).toBe('/user')
    expect(fetch.of(CREATE)[0]?.body).toMatchObject({
      title: '绿松石铁线',
      categoryId: 33,
      isPublish: 2,
      contentMd: '正文',
      tagList: [4],
    })
    expect(listDrafts()).toEqual([])
  })

  it('does not offer the category of standing pages', async () => {
    openEditor()
    await screen.findByRole('radio', { name: '研究' })
    expect(screen.queryByRole('radio', { name: '站内页面' })).toBeNull()
  })

  it('keeps the text after a failure, with a message', async () => {
    openEditor('/newposts?id=88', { 'PUT /v1/article/': () => Promise.reject(new TypeError('Failed to fetch')) })
    await typeText('第二稿')
    await press('存草稿')
    expect(await screen.findByText('没有存到网站上，内容在这台设备上，请稍后再试')).toBeTruthy()
    expect(await readText('正文')).toBe('第二稿')
    expect(localStorage.getItem('writing:user-7/88')).toContain('第二稿')
  })
})

describe('a text over a limit', () => {
  const TOO_LARGE = '表格过大：最多 5000 个单元格，请拆成几张表'

  it('is rejected with its limit, in the preview and on storing, and is not lost', async () => {
    const refusal = bad(400, TOO_LARGE)
    const { fetch } = openEditor('/newposts?id=88', {
      'POST /v1/article/preview': refusal,
      'PUT /v1/article/': refusal,
    })
    await typeText('|很大的表|')
    await screen.findByText(TOO_LARGE, {}, { timeout: 5_000 })
    await press('存草稿')
    await waitFor(() => expect(fetch.of('PUT /v1/article/')).toHaveLength(1))
    await waitFor(() => expect(screen.getAllByText(new RegExp(TOO_LARGE)).length).toBeGreaterThan(0))
    expect(await readText('正文')).toBe('|很大的表|')
    expect(localStorage.getItem('writing:user-7/88')).toContain('|很大的表|')
  })

  it('is previewed again automatically after a rate limit', async () => {
    const replies = [
      bad(429, '上一次排版还没有完成，请稍后再试'),
      good('POST /v1/article/preview', { content: '<p>排好了</p>' }),
    ]
    const { fetch } = openEditor('/newposts?id=88', {
      'POST /v1/article/preview': () => replies.shift() ?? bad(500, '多了一次'),
    })
    expect(await screen.findByText('排好了', {}, { timeout: 5_000 })).toBeTruthy()
    expect(fetch.of('POST /v1/article/preview')).toHaveLength(2)
  })
})

describe('a stored article', () => {
  it('is updated under its id, and its local draft is deleted', async () => {
    const { fetch } = openEditor('/newposts?id=88', { 'PUT /v1/article/': good('PUT /v1/article/', null) })
    await typeText('第二稿')
    fireEvent.keyDown(await findField('标题'), { key: 's', ctrlKey: true })
    await waitFor(() => expect(useToasts.getState().toasts.at(-1)?.text).toBe('草稿已保存'))
    expect(fetch.of('PUT /v1/article/')[0]?.body).toMatchObject({ id: 88, contentMd: '第二稿', isPublish: 3 })
    expect(await screen.findByText('与网站上的一致')).toBeTruthy()
    expect(listDrafts()).toEqual([])
  })

  it('is deleted after a confirmation', async () => {
    const { router } = openEditor('/newposts?id=88', { 'DELETE /v1/article/': good('DELETE /v1/article/', null) })
    await press('删除')
    await press('删除文章')
    await waitFor(() => expect(router.state.location.pathname).toBe('/user'))
  })

  it('of another user is not opened', async () => {
    openEditor('/newposts?id=88', { 'GET /v1/article/selectMyArticleInfo': bad(500, '只能查看自己的文章！') })
    expect(await screen.findByRole('heading', { name: '文章没有打开' })).toBeTruthy()
    expect(screen.getByText('只能查看自己的文章！', { selector: 'main *' })).toBeTruthy()
  })
})

describe('a local draft', () => {
  const keep = (contentMd: string, base: string | null) => {
    const writing = { ...toWriting(STORED), contentMd }
    const draft = { key: 'user-7/88', writing, pictures: [], decorative: [], base, savedAt: Date.now() }
    localStorage.setItem('writing:user-7/88', JSON.stringify(draft))
  }

  it('is opened when it is newer than the article, and can be discarded', async () => {
    keep('第二稿', computeFingerprint(toWriting(STORED)))
    openEditor('/newposts?id=88')
    expect(await screen.findByText(/^已恢复 .* 保存在这台设备上的内容。$/)).toBeTruthy()
    expect(await readText('正文')).toBe('第二稿')
    await press('不要这份')
    await waitFor(async () => expect(await readText('正文')).toBe('第一稿'))
    expect(listDrafts()).toEqual([])
  })

  it('is offered next to the article when both have changed', async () => {
    keep('第二稿', 'something older')
    openEditor('/newposts?id=88')
    expect(await screen.findByRole('heading', { level: 1, name: '有两份内容，用哪一份' })).toBeTruthy()
    expect([screen.getByText('第一稿'), screen.getByText('第二稿')]).toHaveLength(2)
    await press('用这台设备上的')
    expect(await readText('正文')).toBe('第二稿')
  })
})

it('requires a confirmation before an imported file replaces a text', async () => {
  openEditor('/newposts?id=88', {
    'POST /v1/article/readMarkdownFile': good('POST /v1/article/readMarkdownFile', {
      content: '# 导入',
      fileName: '稿',
    }),
  })
  document.execCommand = vi.fn(() => false)
  await findField('正文')
  const file = new File(['# 导入'], '稿.md', { type: 'text/markdown' })
  fireEvent.change(screen.getByLabelText('选择要导入的文件'), { target: { files: [file] } })
  await screen.findByRole('heading', { name: '用导入的文件替换正文？' })
  expect(await readText('正文')).toBe('第一稿')
  await press('替换正文')
  await waitFor(async () => expect(await readText('正文')).toBe('# 导入'))
  expect(await readText('标题')).toBe('铁线')
})

it.each([
  ['out of the text', '## 石榴石的多色性\n\n正文', '石榴石的多色性', '正文'],
  ['and in a text with words before it', '开头。\n\n## **石榴石**的多色性\n', '石榴石的多色性', '='],
  ['and in the text when the title is shorter', `# ${'长'.repeat(200)}\n`, expect.stringMatching(/^长+$/), '='],
])('uses the first heading of an imported file as title, %s', async (_where, content, title, text) => {
  openEditor('/newposts', {
    'POST /v1/article/readMarkdownFile': good('POST /v1/article/readMarkdownFile', { content, fileName: '稿' }),
  })
  document.execCommand = vi.fn(() => false)
  await findField('正文')
  const file = new File([content], '稿.md', { type: 'text/markdown' })
  fireEvent.change(screen.getByLabelText('选择要导入的文件'), { target: { files: [file] } })
  await waitFor(async () => expect(await readText('标题')).toEqual(title))
  expect(await readText('正文')).toBe(text === '=' ? content : text)
})
