import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { type UserInfo, useSession } from '#lib/session.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import * as lookup from './lookup-page.tsx'

const CHECK = 'POST /v1/certificate/check'
const SHARE = 'POST /v1/certificate/share'
const SAVE = 'POST /v1/certificate/saved'
const SITE = 'GET /v1/webSiteInfo'
const OWN_CERTIFICATES = 'GET /bff/certificates'
const NO = makeCertificateNo('20261103', 128)
const NEWER = makeCertificateNo('20261105', 7)
const CODE = '7K3M9Q'

const certificate: Certificate & Record<string, unknown> = {
  certificateNo: NO,
  version: 1,
  category: 'turquoise',
  conclusion: '绿松石',
  shape: '椭圆弧面型',
  totalMassG: 12.36,
  lengthMm: 18.42,
  widthMm: 14.1,
  heightMm: 6.85,
  color: '蓝绿色',
  refractiveIndex: '1.61（点测）',
  specificGravity: 2.76,
  standards: ['GB/T 16552', 'GB/T 16553'],
  pictures: [{ url: '/file/img/a.png', caption: '样品正面', widthMm: 28 }],
  issuedOn: '2026-11-03',
  inspector: '周观澜',
  reviewer: '沈砚秋',
  approver: '顾怀瑾',
  拉曼光谱: '1042 cm⁻¹ 强峰',
  birefringence: 0.008,
}

const { meta: _meta, ...route } = lookup
const page = { path: '/certificate-check', ...route }
const laboratory = {
  [OWN_CERTIFICATES]: { code: 200, data: { isOpen: true, officialOrigin: 'https://www.example.cn', keys: [] } },
  [SITE]: good(SITE, { name: '石衡珠宝玉石检测中心', phone: '010-6400 1200', recordNum: '京ICP备12345678号' }),
}

function open(answers: Answers, search = '') {
  return openPage(`/certificate-check${search}`, [page], { ...laboratory, ...answers })
}

const makeAnswer = (answer: CertificateAnswer, receipt = 'a.b.c') => good(CHECK, answer, { receipt })

async function lookUp(number: string, code: string) {
  fireEvent.change(await screen.findByLabelText('证书编号'), { target: { value: number } })
  fireEvent.change(screen.getByLabelText('核对码'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: '查询证书' }))
}

/** The accessible description of a field. */
function getDescription(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

describe('the form before a lookup', () => {
  it.each([
    ['', '请输入证书编号'],
    ['XY20261103001285', '证书编号以 SH 开头，请核对开头两位'],
    [NO.replace('0', 'O'), 'SH 之后全是数字，请核对标出的位置'],
    [NO.slice(0, -2), '证书编号共 16 位，现有 14 位，还少 2 位'],
    [`${NO}12`, '证书编号共 16 位，现有 18 位，多出 2 位'],
    [`${NO.slice(0, 6)}号${NO.slice(7)}`, '证书编号只含字母与数字，请删去或改正标出的字符'],
    [makeCertificateNo('20260231', 7), '第 3 至 10 位应为登记日期，20260231 不是有效的年月日'],
    [NO.slice(0, -1) + ((Number(NO.at(-1)) + 1) % 10), '末位是校验位，与前面的数字不符：有一位抄错，或相邻两位颠倒'],
  ])('explains an invalid number: %s', async (number, words) => {
    const { fetch } = open({})
    await lookUp(number, CODE)
    expect(await screen.findByText(words)).toBeTruthy()
    const field = screen.getByLabelText('证书编号')
    expect(getDescription(field)).toContain(words)
    expect(document.activeElement).toBe(field)
    expect(fetch.of(CHECK)).toEqual([])
  })

  it.each([
    ['', '请输入核对码'],
    ['7K3M9', '核对码共 6 位，现有 5 位'],
    ['😀😀', '核对码只含字母与数字'],
    ['7K3M90', '核对码不含 0、O、1、I、L，请对照刮开处再看'],
  ])('explains an invalid code: %s', async (code, words) => {
    const { fetch } = open({})
    await lookUp(NO, code)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('核对码'))
    expect(fetch.of(CHECK)).toEqual([])
  })

  it('marks doubtful characters, and looks up the suggested number', async () => {
    const { fetch } = open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO.replace('2026', '2O26'), CODE)
    expect(await screen.findByRole('img', { name: /可能有误：第 4 位/ })).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: `按 ${NO} 重查` }))
    expect(await screen.findByRole('heading', { name: '编号有效' })).toBeTruthy()
    expect(fetch.of(CHECK)[0]?.body).toEqual({ certificateNo: NO, checkCode: CODE })
  })

  it('shows an error on blur, and removes it once it is corrected', async () => {
    open({})
    const field = await screen.findByLabelText('证书编号')
    fireEvent.change(field, { target: { value: NO.slice(0, -1) } })
    fireEvent.blur(field)
    expect(screen.getByText(/还少 1 位/)).toBeTruthy()
    fireEvent.input(field, { target: { value: NO } })
    expect(screen.queryByText(/还少/)).toBeNull()
  })
})

describe('the number field', () => {
  it.each([
    ['in full width and lower case', `ｓｈ${NO.slice(2)}`],
    ['with spaces and dashes', `${NO.slice(0, 2)} ${NO.slice(2, 10)}-${NO.slice(10)}`],
    ['as the address behind a code', `https://www.example.cn/certificate-check?no=${NO}`],
  ])('accepts a number %s', async (_label, typed) => {
    const { fetch } = open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(typed, ' ７k3m-9q ')
    await screen.findByRole('heading', { name: '编号有效' })
    expect(fetch.of(CHECK)[0]?.body).toEqual({ certificateNo: NO, checkCode: CODE })
  })

  it('normalises the number on blur, not while typing', async () => {
    open({})
    const field = await screen.findByLabelText<HTMLInputElement>('证书编号')
    fireEvent.change(field, { target: { value: NO.toLowerCase() } })
    expect(field.value).toBe(NO.toLowerCase())
    fireEvent.blur(field)
    expect(field.value).toBe(NO)
  })

  it('takes the number of the address without a lookup', async () => {
    const { fetch } = open({}, `?no=${NO.toLowerCase()}`)
    expect((await screen.findByLabelText<HTMLInputElement>('证书编号')).value).toBe(NO)
    expect(screen.getByLabelText<HTMLInputElement>('核对码').value).toBe('')
    expect(fetch.of(CHECK)).toEqual([])
  })

  it('explains an invalid number from the address at once', async () => {
    open({}, `?no=${NO.slice(0, -1)}`)
    expect(await screen.findByText(/还少 1 位/)).toBeTruthy()
  })
})

describe('a valid certificate', () => {
  it('shows all its members, including unknown ones', async () => {
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO, CODE)
    const card = await screen.findByRole('article', { name: `证书 ${NO}` })
    for (const text of [
      ...['绿松石', '椭圆弧面型', '12.36 g（61.80 ct）', '18.42 × 14.10 × 6.85 mm', '蓝绿色', '1.61（点测）'],
      ...['2.76 g/cm³', 'GB/T 16552，GB/T 16553', '2026-11-03', '周观澜', '沈砚秋', '顾怀瑾'],
      ...['拉曼光谱', '1042 cm⁻¹ 强峰', 'birefringence', '0.008'],
    ]) {
      expect(within(card).getAllByText(text.replaceAll('\u00a0', ' '), { exact: false })[0], text).toBeTruthy()
    }
    expect(within(card).getByRole('img', { name: '比例尺 10 毫米' })).toBeTruthy()
  })

  it('takes the focus and keeps the code out of the address', async () => {
    const { router } = open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO, CODE)
    const heading = await screen.findByRole('heading', { name: '编号有效' })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText('查询结果：编号有效')).toBeTruthy()
    expect(router.state.location).toMatchObject({ pathname: '/certificate-check', search: '' })
  })

  it('shows the time of the lookup', async () => {
    vi.setSystemTime('2026-11-21T01:41:00Z')
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO, CODE)
    expect(await screen.findByText('查询于 2026-11-21 09:41')).toBeTruthy()
  })

  it('has English text, hidden until the checkbox is ticked', async () => {
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO, CODE)
    expect((await screen.findByText('oval cabochon')).lang).toBe('en')
    expect(screen.getByText('bluish green').lang).toBe('en')
    expect(screen.getByText('Turquoise').lang).toBe('en')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '显示英文对照' }).checked).toBe(false)
  })

  it('posts number and code for the PDF, with neither in an address', async () => {
    const { container } = open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO, CODE)
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: '下载 PDF' })
    expect(button.form).toMatchObject({ method: 'post' })
    expect(button.form?.getAttribute('action')).toBe('/certificate-check/certificate.pdf')
    expect([...new FormData(button.form ?? undefined)]).toEqual([
      ['certificateNo', NO],
      ['checkCode', CODE],
    ])
    expect(container.querySelector(`[href*="${CODE}"]`)).toBeNull()
  })

  it('offers a receipt file with the answer and its signature', async () => {
    let saved: Blob | undefined
    URL.createObjectURL = (blob) => {
      saved = blob as Blob
      return 'blob:receipt'
    }
    URL.revokeObjectURL = () => {}
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }, 'head.claims.signature') })
    await lookUp(NO, CODE)
    fireEvent.click(await screen.findByRole('button', { name: '下载凭证文件' }))
    const text = await new Promise((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(reader.result)
      reader.readAsText(saved as Blob)
    })
    expect(JSON.parse(String(text))).toEqual({
      receipt: 'head.claims.signature',
      answer: { state: 'valid', certificate },
    })
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe(`${NO}.receipt.json`)
  })

  it('shares a link without the code', async () => {
    const secret = 'A'.repeat(43)
    const times = { startTime: '2026-11-20 10:42', endTime: '2026-11-21 10:42' }
    const { fetch } = open({
      [CHECK]: makeAnswer({ state: 'valid', certificate }, 'head.claims.signature'),
      [SHARE]: good(SHARE, { id: 1, secret, revokeKey: 'B'.repeat(43), ...times }),
    })
    await lookUp(NO, CODE)
    fireEvent.click(await screen.findByRole('button', { name: '分享' }))
    const dialog = await screen.findByRole('dialog', { name: '分享查询结果' })
    fireEvent.click(within(dialog).getByRole('radio', { name: '1 天' }))
    fireEvent.click(within(dialog).getByRole('button', { name: '生成链接' }))
    const link = await within(dialog).findByLabelText('链接')
    expect((link as HTMLInputElement).value).toMatch(new RegExp(`/share/${secret}$`))
    expect(within(dialog).getByRole('link', { name: '收回链接' }).getAttribute('href')).toMatch(/key=B{43}$/)
    expect(fetch.of(SHARE)[0]?.body).toEqual({ certificateNo: NO, checkCode: CODE, days: 1 })
    expect(dialog.innerHTML).not.toContain(CODE)
  })

  it('offers a member to save it, and a visitor the login', async () => {
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }), [SAVE]: good(SAVE, null) })
    await lookUp(NO, CODE)
    const button = await screen.findByRole('button', { name: '收存' })
    fireEvent.click(button)
    expect(useDialogs.getState().open).toBe('login')
    useDialogs.setState({ open: null })
    act(() => useSession.setState({ user: { id: 'a'.repeat(32) } as UserInfo, status: 'ready' }))
    fireEvent.click(button)
    const kept = await screen.findByRole('link', { name: '已收存，去我的证书' })
    expect(kept.getAttribute('href')).toBe('/user?tab=certificates')
  })

  it('links to its receipt as a page, besides the file', async () => {
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }, 'head.claims.signature') })
    await lookUp(NO, CODE)
    const link = await screen.findByRole('link', { name: /查看查询凭证/ })
    expect(link.getAttribute('href')).toMatch(/\/certificate-check\/receipt#head\.claims\.signature$/)
    expect(screen.getByRole('button', { name: '下载凭证文件' })).toBeTruthy()
  })

  it('enlarges its picture with a caption of its width', async () => {
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO, CODE)
    fireEvent.click(await screen.findByRole('link', { name: '放大查看：样品正面' }))
    expect(await screen.findByText('样品正面（画面宽 28 mm）')).toBeTruthy()
  })

  it('shows the version of a corrected certificate', async () => {
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate: { ...certificate, version: 3 } }) })
    await lookUp(NO, CODE)
    expect(await screen.findByText(/第 3 版（内容曾更正，以本版为准）/)).toBeTruthy()
  })

  it('names the version that it replaces, with its date', async () => {
    const replaces = { version: 2, issuedOn: '2026-11-03' }
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate: { ...certificate, version: 3 }, replaces }) })
    await lookUp(NO, CODE)
    expect(await screen.findByText(/第 3 版，代替第 2 版（2026-11-03），内容以本版为准/)).toBeTruthy()
  })

  it('recognises a printed certificate that has been corrected since', async () => {
    const answer = makeAnswer({ state: 'valid', certificate: { ...certificate, version: 3 } })
    open({ [CHECK]: answer }, `?no=${NO}&v=1`)
    await lookUp(NO, CODE)
    expect(await screen.findByText(/您手中的是第 1 版，已由第 3 版代替/)).toBeTruthy()
    expect(screen.getByRole('heading', { name: '编号有效，内容已更正' })).toBeTruthy()
  })

  it('clears the form for the next lookup', async () => {
    open({ [CHECK]: makeAnswer({ state: 'valid', certificate }) })
    await lookUp(NO, CODE)
    fireEvent.click(await screen.findByRole('link', { name: '再查一份' }))
    expect((await screen.findByLabelText<HTMLInputElement>('证书编号')).value).toBe('')
    expect(screen.queryByRole('article')).toBeNull()
  })
})

describe('an invalid certificate', () => {
  it('links to the newer number when reissued, without a seal', async () => {
    const { router } = open({
      [CHECK]: makeAnswer({ state: 'reissued', certificate, newerNo: NEWER, changedOn: '2026-11-05' }),
    })
    await lookUp(NO, CODE)
    expect(await screen.findByRole('heading', { name: '证书已换发' })).toBeTruthy()
    const card = screen.getByRole('article', { name: `证书 ${NO}（已换发 2026-11-05）` })
    expect(within(card).queryByRole('img', { name: '检测专用章' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: NEWER }))
    expect((await screen.findByLabelText<HTMLInputElement>('证书编号')).value).toBe(NEWER)
    expect(router.state.location.search).toBe(`?no=${NEWER}`)
  })

  it('shows reason, date and watermark when withdrawn', async () => {
    const reason = '复检发现样品经充填'
    open({ [CHECK]: makeAnswer({ state: 'withdrawn', certificate, reason, changedOn: '2026-11-05' }) })
    await lookUp(NO, CODE)
    expect(await screen.findByRole('heading', { name: '证书已撤销' })).toBeTruthy()
    expect(screen.getByText(/撤销日期：2026-11-05。撤销原因：复检发现样品经充填。/)).toBeTruthy()
    const card = screen.getByRole('article', { name: `证书 ${NO}（已撤销 2026-11-05）` })
    expect(within(card).getAllByText('已撤销 2026-11-05')).toHaveLength(2)
    expect(screen.queryByText('与手中实物是否一致')).toBeNull()
  })
})

it('shows that a sample is still being tested', async () => {
  open({
    [CHECK]: good(CHECK, { state: 'examination', certificateNo: NO, category: 'jade', receivedOn: '2026-11-18' }),
  })
  await lookUp(NO, CODE)
  expect(await screen.findByRole('heading', { name: '样品正在检测，尚未签发证书' })).toBeTruthy()
  for (const text of ['玉石', '2026-11-18']) expect(screen.getByText(text)).toBeTruthy()
})

it('shows no data of a certificate that does not match the public log, and explains what to do', async () => {
  open({ [CHECK]: good(CHECK, { state: 'mismatch', certificateNo: NO }) })
  await lookUp(NO, CODE)
  const heading = await screen.findByRole('heading', { name: '这份证书未能通过核对' })
  expect(document.activeElement).toBe(heading)
  screen.getByText('不要付款，不要移交实物。')
  expect(screen.queryByRole('article')).toBeNull()
  expect(document.body.textContent).not.toMatch(/编号有效|与本中心签发记录一致|下载 PDF|分享/)
})

it('helps with an unknown number: marks doubtful characters and shows the support number', async () => {
  open({ [CHECK]: good(CHECK, { state: 'unknown', supportNo: 'Q-7F3K-92MD' }) })
  await lookUp(NO, '5K3M9V')
  const heading = await screen.findByRole('heading', { name: '未查到相符的证书' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText('Q-7F3K-92MD')).toBeTruthy()
  expect(screen.getByRole('img', { name: '输入的核对码：5 K 3 M 9 V，容易看错：第 1、6 位' })).toBeTruthy()
  const phones = screen.getAllByRole('link', { name: '010-6400 1200' })
  expect(phones[0]?.getAttribute('href')).toBe('tel:01064001200')
})

describe('a lookup without an answer', () => {
  it.each([
    ['upstream is away', bad(502, '暂时无法查询，请稍后再试，或致电实验室核实')],
    ['the site is overloaded', bad(503, '服务繁忙')],
    ['nothing comes back', () => Promise.reject(new TypeError('failed to fetch'))],
  ])('shows no result when %s', async (_label, reply) => {
    open({ [CHECK]: reply })
    await lookUp(NO, CODE)
    expect(await screen.findByRole('heading', { name: '暂时无法查询' })).toBeTruthy()
    expect(screen.getByText(/不表示证书有效，也不表示无效/)).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('证书编号').value).toBe(NO)
  })

  it('offers another attempt', async () => {
    const answers = [bad(502, '暂时无法查询'), makeAnswer({ state: 'valid', certificate })]
    open({ [CHECK]: () => answers.shift() ?? bad(500, '问得太多') })
    await lookUp(NO, CODE)
    fireEvent.click(await screen.findByRole('button', { name: '重新查询' }))
    expect(await screen.findByRole('heading', { name: '编号有效' })).toBeTruthy()
  })

  it('shows how long to wait when lookups are rate limited', async () => {
    const body = { code: 429, message: '查询较为频繁', data: null, extra: {} }
    open({ [CHECK]: Response.json(body, { status: 429, headers: { 'retry-after': '40' } }) })
    await lookUp(NO, CODE)
    expect(await screen.findByRole('heading', { name: '查询较多，请稍后再查' })).toBeTruthy()
    expect(screen.getByText(/请约 40 秒后再查/)).toBeTruthy()
  })
})

it('solves a proof of work when rate limited', async () => {
  const challenge = { challenge: 'sealed', bits: 6 }
  const { fetch } = open({
    [CHECK]: ({ body }) =>
      (body as { proof?: string }).proof === undefined
        ? { code: 429, message: '查询较为频繁', data: null, extra: { challenge } }
        : makeAnswer({ state: 'valid', certificate }),
  })
  await lookUp(NO, CODE)
  expect(await screen.findByRole('heading', { name: '编号有效' })).toBeTruthy()
  expect(fetch.of(CHECK)).toHaveLength(2)
  expect(fetch.of(CHECK)[1]?.body).toMatchObject({ proof: expect.stringMatching(/^sealed\.[0-9a-z]+$/) })
})

it('shows the progress of a proof of work, which can be cancelled', async () => {
  const extra = { challenge: { challenge: 'sealed', bits: 32 } }
  const { fetch } = open({ [CHECK]: { code: 429, message: '查询较为频繁', data: null, extra } })
  await lookUp(NO, CODE)
  expect(await screen.findByText('正在进行安全验证…')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: '安全验证进度' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '取消' }))
  expect(await screen.findByRole('heading', { name: '查询较多，请稍后再查' })).toBeTruthy()
  expect(screen.queryByText('正在进行安全验证…')).toBeNull()
  expect(fetch.of(CHECK)).toHaveLength(1)
})

it('shows no form when lookups are not connected', async () => {
  open({
    [OWN_CERTIFICATES]: { code: 200, data: { isOpen: false, officialOrigin: 'https://www.example.cn', keys: [] } },
  })
  expect(await screen.findByRole('heading', { name: '在线查询尚未开通' })).toBeTruthy()
  expect(screen.queryByLabelText('证书编号')).toBeNull()
})

it('shows the official address and filing number, and links to the report form', async () => {
  open({})
  const section = within(await screen.findByRole('region', { name: '谨防假冒网站' }))
  expect(section.getByText('www.example.cn')).toBeTruthy()
  expect(section.getByText('京ICP备12345678号')).toBeTruthy()
  expect(section.getByRole('link', { name: '举报假证书或假网站' }).getAttribute('href')).toBe(
    '/certificate-check/report',
  )
})
