import { getDeskCertificate } from '@portal/contract/certificates/desk/desk.ts'
import { getCertificateHistory } from '@portal/contract/certificates/desk/desk-history.ts'
import { listBoardMessages } from '@portal/contract/site/directory.ts'
import { expect, it } from 'vitest'
import { createAnswerReader } from './answer-reader.ts'

const certificateNo = 'SH20261103001285'
const FREE = { 拉曼光谱: '1040 cm⁻¹', 'Chelsea filter': '红' }
const text = { certificateNo, version: 1, category: 'turquoise', conclusion: '绿松石', issuedOn: '2026-11-03', ...FREE }
const form = { category: 'turquoise', fields: { conclusion: '绿松石', ...FREE }, pictures: [] }
const now = '2026-11-20 10:00:00'

/** The answer as browsers receive it. */
async function readAsBrowser(call: Parameters<typeof createAnswerReader>[0], data: object): Promise<unknown> {
  const answer = { status: 200, text: JSON.stringify({ code: 200, message: '成功', data, extra: {} }) }
  const { envelope } = await createAnswerReader(call)(answer).cleaned(async () => [])
  return envelope.data
}

it('members of a certificate with free names pass, other unknown members do not', async () => {
  const desk = await readAsBrowser(getDeskCertificate, {
    certificateNo,
    shownState: 'published',
    version: 1,
    newerNo: null,
    events: [],
    maySign: false,
    rules: { requiredFields: [], standards: [] },
    marks: [],
    secret: 'x',
    published: { ...text, pictures: [{ url: '/file/img/a.png', secret: 'x' }] },
    pendingChange: {
      kind: 'correction',
      state: 'draft',
      version: 2,
      revision: 1,
      form,
      answers: [],
      faults: [],
      warnings: [],
      reason: null,
      returnReason: null,
      replaces: null,
      contentHash: null,
      writers: [],
      isOpened: false,
      awaitsReview: false,
      submittedBy: null,
      changeTime: now,
    },
  })
  expect(desk).toMatchObject({ published: FREE })
  expect(desk).toHaveProperty('pendingChange.form.fields', form.fields)
  expect(JSON.stringify(desk)).not.toContain('secret')

  const shown = { certificateNo, newerNo: null, endReason: null, shown: [], events: [], logged: [], now }
  const versions = [{ version: 1, time: now, reason: null, text }]
  expect(await readAsBrowser(getCertificateHistory, { ...shown, versions })).toHaveProperty('versions.0.text', text)
})

it.each([
  ['in a message', (token: string) => `{"code":200,"message":"${token}","data":[],"extra":{}}`],
  ['in a text', (token: string) => `{"code":200,"message":"","data":[{"id":1,"content":"a ${token}"}],"extra":{}}`],
  ['in a refusal', (token: string) => `{"code":500,"message":"token 无效：${token}","data":null,"extra":{}}`],
  ['beside a refusal', (token: string) => `{"code":401,"message":"","data":"${token}","extra":{"a":["${token}"]}}`],
])('a caller’s token that upstream repeats is removed, in every escaped form: %s', async (_where, textWith) => {
  const token = 'a1b2/c3d4+e5f6=g7h8'
  const escaped = [...token].map((one) => `\\u00${one.charCodeAt(0).toString(16)}`).join('')
  for (const written of [token, token.replaceAll('/', '\\/'), token.replace('=', '\\u003D'), escaped]) {
    const read = createAnswerReader(listBoardMessages)({ status: 200, text: textWith(written) }, token)
    const { envelope } = await read.cleaned(async (texts) => texts.map(({ html }) => html))
    expect(JSON.stringify(envelope)).not.toContain(token)
  }
})
