import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useToasts } from '#lib/toasts.ts'
import { type Answers, bad, good } from '#testing/answering.ts'
import { openPage } from '#testing/open-page.tsx'
import * as lookup from './lookup-page.tsx'

const CHECK = 'POST /v1/certificate/check'
const NO = makeCertificateNo('20261103', 128)
const CODE = '7K3M9Q'
const HAN = /\p{Script=Han}/u

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
  lustre: '蜡状光泽',
  refractiveIndex: '1.61（点测）',
  specificGravity: 2.76,
  standards: ['GB/T 16552', 'GB/T 16553'],
  remarks: '样品未见充填',
  pictures: [{ url: '/file/img/a.png', caption: null, widthMm: 28 }],
  testedOn: '2026-11-02',
  issuedOn: '2026-11-03',
  inspector: '周观澜',
  reviewer: '沈砚秋',
  approver: '顾怀瑾',
  拉曼光谱: '1042 cm⁻¹ 强峰',
}

const { ErrorBoundary: _error, meta, ...page } = lookup
const path = '/en/certificate-check'
const base = {
  'GET /bff/certificates': { code: 200, data: { isOpen: true, officialOrigin: 'https://www.example.cn', keys: [] } },
  'GET /v1/webSiteInfo': good('GET /v1/webSiteInfo', { name: '石衡珠宝玉石检测中心', phone: '010-6400 1200' }),
}

function open(answers: Answers, search = '') {
  return openPage(path + search, [{ path, ...page }], { ...base, ...answers })
}

const makeAnswer = (answer: CertificateAnswer) => good(CHECK, answer, { receipt: 'a.b.c' })
const getMain = () => screen.getByRole('main')

async function lookUp(number = NO, code = CODE) {
  fireEvent.change(await screen.findByLabelText('Certificate number'), { target: { value: number } })
  fireEvent.change(screen.getByLabelText('Check code'), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: 'Check' }))
}

/** Texts of an element that are not marked as Chinese. */
function listUnmarkedTexts(element: HTMLElement): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isMarked = node.parentElement?.closest('[lang^="zh"], svg, [class*="brand"]')
    if (!isMarked && HAN.test(node.textContent ?? '')) found.push(node.textContent ?? '')
  }
  return found
}

it('has captions in English, also of pictures with another Chinese caption', async () => {
  const pictures = ['正面', '图 1 红外光谱'].map((caption, nth) => ({ url: `/file/img/${nth}.png`, caption }))
  open({ [CHECK]: makeAnswer({ state: 'valid', certificateNo: NO, certificate: { ...certificate, pictures } }) })
  await lookUp()
  expect(await screen.findByRole('link', { name: 'Open the picture: Front' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open the picture: Photograph 2' })).toBeTruthy()
})

it('has a form, help and title without a Chinese word', async () => {
  open({})
  await screen.findByText('Beware of imitation sites')
  expect(listUnmarkedTexts(getMain())).toEqual([])
  for (const labelled of getMain().querySelectorAll('[aria-label], [placeholder]')) {
    expect(`${labelled.getAttribute('aria-label')} ${labelled.getAttribute('placeholder')}`).not.toMatch(HAN)
  }
  expect(meta()).toMatchObject({ title: 'Certificate check' })
})

it('shows the English name that the laboratory has set', async () => {
  const site = good('GET /v1/webSiteInfo', { name: '滇池宝石检测所', nameEn: 'Dianchi Gem Institute' })
  const answer = makeAnswer({ state: 'valid', certificateNo: NO, certificate })
  open({ 'GET /v1/webSiteInfo': site, [CHECK]: answer })
  await lookUp()
  expect((await screen.findByRole('article', { name: `Certificate ${NO}` })).textContent).toContain(
    'Dianchi Gem Institute',
  )
})

it('shows a certificate in English, and marks values without a certain translation as Chinese', async () => {
  const { container } = open({ [CHECK]: makeAnswer({ state: 'valid', certificateNo: NO, certificate }) })
  await lookUp()
  expect(await screen.findByRole('heading', { name: 'This certificate is valid' })).toBe(document.activeElement)
  const card = within(screen.getByRole('article', { name: `Certificate ${NO}` }))
  const words = screen.getByRole('article').textContent?.replaceAll('\u00a0', ' ')
  for (const part of ['Turquoise绿松石', '12.36 g (61.80 ct)', 'Oval cabochon', 'Bluish green', 'Waxy', '2 Nov 2026']) {
    expect(words).toContain(part)
  }
  expect(words).toContain('1.61 (spot reading)')
  expect(words).toContain('GB/T 16552, GB/T 16553')
  expect(words).toContain('Date of issue3 Nov 2026')
  expect(card.getByText('样品未见充填').lang).toBe('zh-CN')
  expect(card.getByText('拉曼光谱').lang).toBe('zh-CN')
  expect(listUnmarkedTexts(getMain())).toEqual([])
  expect(getMain().textContent?.replaceAll('\u00a0', ' ')).toContain('should weigh 12.36 g, give or take 0.02 g')
  expect(container.querySelector('input[type="checkbox"]')).toBeNull()
})

it.each<[string, CertificateAnswer, string]>([
  [
    'withdrawn',
    { state: 'withdrawn', certificateNo: NO, certificate, changedOn: '2026-11-05', reason: '误填' },
    '5 Nov',
  ],
  ['replaced', { state: 'reissued', certificateNo: NO, certificate, newerNo: makeCertificateNo('20261105', 7) }, 'New'],
])('states that a certificate has been %s', async (state, answer, words) => {
  open({ [CHECK]: makeAnswer(answer) })
  await lookUp()
  const heading = await screen.findByRole('heading', { name: `This certificate has been ${state}` })
  expect(heading.parentElement?.textContent).toContain(words)
  expect(listUnmarkedTexts(getMain())).toEqual([])
})

it.each<[string, NonNullable<Answers[keyof Answers]>, string]>([
  [
    'an unknown number',
    makeAnswer({ state: 'unknown', certificateNo: NO, supportNo: 'Q7' }),
    'No matching certificate found',
  ],
  [
    'a sample',
    makeAnswer({ state: 'examination', certificateNo: NO, category: 'jade', receivedOn: '2026-11-02' }),
    'The sample is being examined',
  ],
  [
    'a certificate that does not match the public log',
    makeAnswer({ state: 'mismatch', certificateNo: NO }),
    'This certificate failed the check',
  ],
  ['a failure with a Chinese message', bad(504, '上游没有及时答复'), 'The check is not available at the moment'],
])('explains %s', async (_name, answer, title) => {
  open({ [CHECK]: answer })
  await lookUp()
  await screen.findByRole('heading', { name: title })
  expect(listUnmarkedTexts(getMain())).toEqual([])
})

it('explains a mistyped number, suggests the right one and makes no request', async () => {
  const { fetch } = open({ 'POST /v1/certificate/mistyped': good('POST /v1/certificate/mistyped', null) })
  await lookUp('SH20261103001284')
  expect(await screen.findByText(/The last digit is a check digit/)).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Check SH20261103001285' })
  expect(link.getAttribute('href')).toBe('/en/certificate-check?no=SH20261103001285')
  expect(listUnmarkedTexts(getMain())).toEqual([])
  expect(fetch.of(CHECK)).toEqual([])
})

it('makes a link without the code, and explains a failure in English', async () => {
  const made = { id: 7, secret: 'A'.repeat(43), startTime: '2026-11-20 10:42', endTime: '2026-11-27 10:42' }
  const share = 'POST /v1/certificate/share'
  const answers = [bad(500, '证书已换发或已撤销，不能分享'), good(share, { ...made, revokeKey: 'B'.repeat(43) })]
  const { fetch } = open({
    [CHECK]: makeAnswer({ state: 'valid', certificateNo: NO, certificate }),
    [share]: () => answers.shift() ?? bad(500, ''),
  })
  await lookUp()
  expect(await screen.findByRole('link', { name: 'Log in to save (in Chinese)' })).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }))
  fireEvent.click(await screen.findByLabelText('30 days'))
  fireEvent.click(screen.getByRole('button', { name: 'Create link' }))
  await waitFor(() =>
    expect(
      useToasts
        .getState()
        .toasts.map(({ text }) => text)
        .join(),
    ).toMatch(/^This was refused/),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Create link' }))
  const link = await screen.findByLabelText<HTMLInputElement>('Link')
  expect(link.value).toBe(`http://localhost:8080/en/share/${made.secret}`)
  expect(fetch.of(share).at(-1)?.body).toMatchObject({ certificateNo: NO, checkCode: CODE, days: 30 })
  const picture = await screen.findByRole('img', { name: /^Picture to share: Conclusion Turquoise/ })
  expect(picture.getAttribute('aria-label')).not.toMatch(HAN)
  expect(listUnmarkedTexts(screen.getByRole('dialog'))).toEqual([])
})

it('leads to the Chinese page with the typed number, and never with the code', async () => {
  open({}, `?no=${NO}`)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: '中文' })
  expect(link.getAttribute('href')).toBe(`/certificate-check?no=${NO}`)
  fireEvent.change(screen.getByLabelText('Certificate number'), { target: { value: 'SH2026' } })
  fireEvent.change(screen.getByLabelText('Check code'), { target: { value: CODE } })
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  expect(link.getAttribute('href')).toBe('/certificate-check?no=SH2026')
})
