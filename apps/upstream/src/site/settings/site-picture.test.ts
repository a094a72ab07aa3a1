import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { listNames, readStored } from '#testing/stores.ts'
import { cleanSvg } from './clean-svg.ts'

let upstream: TestUpstream
let owner: Member
beforeAll(async () => {
  upstream = await makeUpstream()
  owner = await join(upstream, 'owner', 'owner')
})
afterAll(() => upstream.close())

async function upload(bytes: Buffer | string, who = owner) {
  const boundary = 'edge'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="multipartFile"; filename="a.svg"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { authorization: who.token, 'content-type': `multipart/form-data; boundary=${boundary}` }
  return (await upstream.app.inject({ method: 'POST', url: '/v1/manage/site/picture', headers, payload })).json()
}
const readStoredAt = (address: string) => readStored(upstream.files.uploads, address.split('/').at(-1) ?? '')
const makeSvg = (inside: string, on = '') => `<svg viewBox="0 0 10 10"${on}>${inside}</svg>`

it('keeps the shapes of an SVG and drops what programs add', async () => {
  const { code, data } = await upload(
    `<?xml version="1.0"?><!-- made by a program --><svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://x" viewBox="0 0 10 10" data-x="1"><metadata><rdf:RDF>words</rdf:RDF></metadata><sodipodi:namedview id="v"/><defs><linearGradient id="a"><stop offset="0" stop-color="#123"/></linearGradient></defs><path inkscape:label="Mark" fill="url(#a)" d="M0 0h10v10z"/></svg>`,
  )
  expect({ code, data }).toMatchObject({ code: 200, data: expect.stringMatching(/^\/file\/img\/[0-9a-f]{32}\.svg$/) })
  expect(String(await readStoredAt(data))).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><defs><linearGradient id="a"><stop offset="0" stop-color="#123"></stop></linearGradient></defs><path fill="url(#a)" d="M0 0h10v10z"></path></svg>',
  )
})

it.each([
  ['a script', makeSvg('<script>alert(1)</script><path d="M0 0"/>'), '脚本'],
  ['a script in capitals', makeSvg('<SCRIPT>alert(1)</SCRIPT><path d="M0 0"/>'), 'SCRIPT'],
  ['a handler', makeSvg('<path d="M0 0" onclick="alert(1)"/>'), '脚本'],
  ['a handler of the root', makeSvg('<path d="M0 0"/>', ' onload="alert(1)"'), '脚本'],
  ['embedded HTML', makeSvg('<foreignObject><p>x</p></foreignObject>'), '网页'],
  ['a link', makeSvg('<a href="https://evil.example"><path d="M0 0"/></a>'), '链接'],
  ['a foreign picture', makeSvg('<image href="https://evil.example/x.png"/>'), '图片'],
  ['a foreign shape', makeSvg('<use href="https://evil.example/x.svg#a"/>'), '外部'],
  ['a shape in data', makeSvg('<use xlink:href="data:image/svg+xml;base64,AA"/>'), '外部'],
  ['a foreign colour', makeSvg('<path d="M0 0" fill="url(https://evil.example/a)"/>'), '外部'],
  [
    'an animation',
    makeSvg('<path d="M0 0"><animate attributeName="href" to="javascript:alert(1)"/></path>'),
    'animate',
  ],
  ['a style sheet', makeSvg('<style>path{fill:red}</style><path d="M0 0"/>'), '样式'],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${makeSvg('<path d="M0 0"/>')}`, '实体'],
  ['text', makeSvg('<text>石</text>'), '路径'],
  ['nothing', makeSvg(''), '没有图形'],
  ['HTML', '<html><body><p>x</p></body></html>', '只接受'],
  ['other bytes', '\xff\xd8\xff\xe0jpeg', '只接受'],
])('refuses %s', (_title, source, reason) => {
  expect(() => cleanSvg(source)).toThrow(reason)
})

it('makes a PNG anew: what was hidden in it is gone, and it is no larger than needed', async () => {
  const png = await sharp({ create: { width: 1600, height: 800, channels: 4, background: '#12345680' } })
    .png()
    .toBuffer()
  const { data } = await upload(Buffer.concat([png, Buffer.from('<script>hidden</script>')]))
  expect(data).toMatch(/\.png$/)
  const bytes = await readStoredAt(data)
  expect(bytes.includes('hidden')).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 600, hasAlpha: true })
})

it('records a refusal, and refuses who may not change the site without reading the file', async () => {
  const before = await listNames(upstream.files.uploads)
  expect(await upload('no picture')).toMatchObject({ code: 400, message: '这个文件不能用作标志：只接受 PNG 与 SVG' })
  const editor = await join(upstream, 'editor', 'editor')
  expect(await upload(makeSvg('<path d="M0 0"/>'), editor)).toMatchObject({ code: 403 })
  expect(await listNames(upstream.files.uploads)).toEqual(before)
  const { records } = (await owner.ask('GET /v1/manage/audit?action=site.picture')).data
  expect(records.slice(0, 2)).toMatchObject([
    { outcome: 'refused', actorId: editor.id },
    { outcome: 'refused', actorId: owner.id },
  ])
})
