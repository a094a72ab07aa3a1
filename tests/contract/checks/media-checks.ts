import { makePdf } from '../../../apps/upstream/src/testing/make-pdf.ts'
import { type CallCheck, check } from '../call-check.ts'
import { PIXEL } from './writing-checks.ts'

const FILES = [
  ['GET /file/img/m/{id}/{name}', { name: 'a.png', bytes: PIXEL }, { 'content-type': /^image\// }],
  [
    'GET /file/doc/m/{id}/{name}',
    { name: '附表.pdf', bytes: makePdf() },
    {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="file.pdf"; filename*=UTF-8''%E9%99%84%E8%A1%A8.pdf`,
      'x-robots-tag': 'noindex',
    },
  ],
] as const

/** Checks of the addresses of the media library. */
export const mediaChecks: readonly CallCheck[] = FILES.map(([call, file, headers]) =>
  check(
    call,
    'serves a file of the library for ten minutes, and 410 after its deletion (ours)',
    'reference',
    async ({ visitor, see, reference }) => {
      const editor = (await reference.join('editor')).browser
      const { data } = await editor.ask('POST /v1/manage/media', { file })
      const { id, url, version } = data.item
      const kept = { 'cache-control': 'public, max-age=600', 'x-content-type-options': 'nosniff', ...headers }
      see(await visitor().send('GET', url), { status: 200, headers: kept })
      see(await editor.ask('DELETE /v1/manage/media/{id}', { params: { id }, query: { version } }), { code: 200 })
      see(await visitor().send('GET', url), { status: 410, headers: { 'cache-control': 'no-store' } })
    },
  ),
)
