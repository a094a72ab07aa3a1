import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Answers } from '#testing/answering.ts'
import { managedSite, openSiteSettings } from '#testing/open-site-settings.tsx'
import * as homePage from './home-page.tsx'

// Drafts of earlier tests.
beforeEach(() => localStorage.clear())

const SAVE = 'PUT /v1/manage/site'
const PREVIEW = 'POST /v1/manage/site/preview'

function makeAnswers(desk: object = {}): Answers {
  const site = managedSite(4)
  return {
    'GET /v1/manage/site': {
      code: 200,
      data: { ...site, settings: { ...site.settings, desk: { ...site.settings.desk, ...desk } } },
    },
    'GET /v1/manage/missing': { code: 200, data: [] },
    'GET /v1/article/': {
      code: 200,
      data: { pages: 1, records: ['翡翠', '钻石', '琥珀', '锆石'].map((title, at) => ({ id: at + 1, title })) },
    },
    [PREVIEW]: { code: 200, data: { address: '/?preview=a.b.c', endTime: '2026-11-20 10:10:00' } },
    [SAVE]: { code: 200, data: { version: 5 } },
  }
}

const open = (answers: Answers = makeAnswers()) =>
  openSiteSettings(answers, ['owner'], '/', { heading: '首页', module: homePage })
const listSections = () => [...document.querySelectorAll('ol b')].map(({ textContent }) => textContent)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const save = async () => {
  await act(async () => press(/^保存/))
}

it('moves a section by its buttons and by keys, and hides it by its switch', async () => {
  const fetch = await open()
  expect(listSections()).toEqual([
    '查询证书',
    '检测业务',
    '新闻与研究',
    '宝石百科',
    '品牌周边',
    '公正与标准',
    '资质',
    '自由段落',
  ])
  press('上移：宝石百科')
  fireEvent.keyDown(screen.getByRole('button', { name: '编辑：品牌周边' }), { key: 'ArrowUp', altKey: true })
  expect(listSections().slice(1, 5)).toEqual(['检测业务', '宝石百科', '品牌周边', '新闻与研究'])
  fireEvent.click(screen.getByRole('switch', { name: '显示：品牌周边' }))
  expect(screen.getByText('已隐藏')).toBeTruthy()
  await save()
  const [saved] = fetch.of(SAVE)
  expect(saved?.body).toMatchObject({
    version: 4,
    settings: {
      home: {
        homeSections: [
          { section: 'services', isShown: true },
          { section: 'gems', isShown: true },
          { section: 'goods', isShown: false },
          { section: 'newsroom', isShown: true },
          { section: 'credentials', isShown: true },
          { section: 'qualifications', isShown: true },
          { section: 'paragraph', isShown: true },
        ],
      },
    },
  })
})

it('offers no move to a section at the end of the list, and none to the only row of a list', async () => {
  await open()
  const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'
  expect(['上移：检测业务', '下移：检测业务', '上移：自由段落', '下移：自由段落'].map(isOff)).toEqual([
    ...[true, false],
    ...[false, true],
  ])
  const before = listSections()
  press('上移：检测业务')
  press('下移：自由段落')
  expect(listSections()).toEqual(before)
  press('编辑：公正与标准')
  press('添加标准')
  expect(['上移：第 1 行', '下移：第 1 行'].map(isOff)).toEqual([true, true])
  press('添加标准')
  expect(['上移：第 1 行', '下移：第 1 行', '上移：第 2 行', '下移：第 2 行'].map(isOff)).toEqual([
    ...[true, false],
    ...[false, true],
  ])
})

it('shows the limit and the fault of a text at its field, and saves nothing', async () => {
  const fetch = await open()
  press('编辑：检测业务')
  const steps = screen.getByRole('textbox', { name: '步骤' })
  fireEvent.change(steps, { target: { value: '送样，检测与复核，签发' } })
  fireEvent.blur(steps)
  expect(screen.getByText(/每步不超过 4 字/, { selector: '[id$=error] *, [id$=error]' })).toBeTruthy()
  await save()
  expect(fetch.of(SAVE)).toEqual([])
})

it('warns of a promise that the settings contradict, and puts back the neutral text', async () => {
  await open(makeAnswers({ fourEyesOff: true, fourEyesReason: '只有一人' }))
  press('编辑：检测业务')
  const lead = screen.getByRole('textbox', { name: '说明' }) as HTMLTextAreaElement
  fireEvent.change(lead, { target: { value: '检测、复核、签发由不同人员完成。' } })
  expect(screen.getByText(/“四眼原则”现在是停用的/)).toBeTruthy()
  press('恢复中性文字')
  expect(lead.value).toBe('')
  expect(lead.placeholder).toBe('送检方式与业务范围见下。')
  expect(screen.queryByText(/“四眼原则”现在是停用的/)).toBeNull()
})

it('edits services as rows', async () => {
  const fetch = await open()
  press('编辑：检测业务')
  press('添加业务')
  fireEvent.change(screen.getByRole('textbox', { name: /：名称$/ }), { target: { value: '钻石' } })
  fireEvent.change(screen.getByRole('textbox', { name: /检测项目/ }), { target: { value: '分级，鉴别' } })
  await save()
  expect(fetch.of(SAVE)[0]?.body).toMatchObject({
    settings: { home: { homeServices: [{ name: '钻石', tests: '分级，鉴别', standards: '', figure: 'gem' }] } },
  })
})

it('adds a qualification by the choice of its file in the library', async () => {
  const url = `/file/doc/m/${'a'.repeat(32)}/cma.pdf`
  const item = {
    id: 'a'.repeat(32),
    kind: 'pdf',
    name: '资质认定证书.pdf',
    url,
    alt: '',
    version: 1,
    goneOn: null,
    bytes: 9,
  }
  const library = { code: 200, data: { records: [item], next: null, counts: {}, uploaders: [] } }
  const fetch = await open({ ...makeAnswers(), 'GET /v1/manage/media': library })
  press('编辑：资质')
  press('从图片库选择图片或 PDF')
  fireEvent.click(await screen.findByRole('button', { name: '资质认定证书.pdf' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.change(screen.getByRole('textbox', { name: /：编号/ }), { target: { value: '附能力附表' } })
  await save()
  const qualifications = [{ name: '资质认定证书', note: '附能力附表', url }]
  expect(fetch.of(SAVE)[0]?.body).toMatchObject({ settings: { home: { qualifications } } })
})

it('edits the paragraph in the editor of texts, which starts anew when the changes are discarded', async () => {
  localStorage.setItem('editor-mode', 'source')
  // Selects the plain editor, as in a browser without constructed sheets.
  vi.stubGlobal('CSSStyleSheet', null)
  const fetch = await open()
  press('编辑：自由段落')
  const findText = async () => (await screen.findByRole('textbox', { name: '正文' })) as HTMLTextAreaElement
  expect(screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent)).toEqual(['所见', '源码'])
  expect(screen.queryByRole('button', { name: '导入' })).toBeNull()
  fireEvent.input(await findText(), { target: { value: '![](uploading:abc123)' } })
  await save()
  expect(fetch.of(SAVE)).toEqual([])
  expect(screen.getByText('还有 1 张图片没有上传')).toBeTruthy()
  expect(document.activeElement).toBe(await findText())

  press('放弃改动')
  await waitFor(async () => expect((await findText()).value).toBe(''))
  fireEvent.input(await findText(), { target: { value: '请带**身份证**。' } })
  fireEvent.click(screen.getByRole('radio', { name: '所见' }))
  expect((await screen.findByText('身份证', { selector: 'strong' })).closest('[contenteditable]')).toBeTruthy()
  await act(async () => fireEvent.keyDown(await findText(), { key: 's', ctrlKey: true }))
  expect(fetch.of(SAVE)[0]?.body).toMatchObject({ settings: { home: { paragraph: '请带**身份证**。' } } })
})

it('takes the chosen gems in the order of the choice, and says when they are too few', async () => {
  const fetch = await open()
  press('编辑：宝石百科')
  const choose = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name }))
  choose('锆石')
  choose('翡翠')
  expect(screen.getByText(/^选 3 到 8 种/)).toBeTruthy()
  choose('琥珀')
  await save()
  expect(fetch.of(SAVE)[0]?.body).toMatchObject({ settings: { home: { homeGems: ['锆石', '翡翠', '琥珀'] } } })
})

it('previews the unsaved values after a pause', async () => {
  const fetch = await open()
  press('编辑：查询证书')
  fireEvent.change(screen.getByRole('textbox', { name: '大标题第一行' }), { target: { value: '先检后售' } })
  await expect
    .poll(() => fetch.of(PREVIEW).at(-1)?.body)
    .toEqual({ settings: { home: { homeTitle: '先检后售' } }, path: '/' })
  const preview = within(screen.getByRole('complementary', { name: '预览' }))
  expect(((await preview.findByTitle('首页预览')) as HTMLIFrameElement).getAttribute('src')).toBe('/?preview=a.b.c')
})

it('is changed and previewed by editors too', async () => {
  const fetch = await openSiteSettings(makeAnswers(), ['edit'], '/', { heading: '首页', module: homePage })
  expect((screen.getByRole('switch', { name: '显示：品牌周边' }) as HTMLInputElement).matches(':disabled')).toBe(false)
  expect(screen.getByRole('complementary', { name: '预览' })).toBeTruthy()
  await expect.poll(() => fetch.of(PREVIEW).length).toBeGreaterThan(0)
})
