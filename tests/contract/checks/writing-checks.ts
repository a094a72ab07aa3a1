import type { Browser, Loose } from '../browser.ts'
import { type CallCheck, type CheckBench, check } from '../call-check.ts'
import { findNewestArticle } from './article-checks.ts'

const makeForm = (title: string) => ({
  title,
  summary: '一例实测',
  categoryId: 33,
  isPublish: 3,
  isOriginal: 1,
  content: '<p>谱图见下。</p>',
  contentMd: '谱图见下。',
})

let drafts = 0

/** Passes a draft of the caller to `use` and deletes it afterwards. */
async function useDraft(bench: CheckBench, use: (browser: Browser, id: number, title: string) => Promise<void>) {
  const browser = await bench.member()
  drafts += 1
  const title = `接口检查用草稿 ${process.pid}-${drafts}`
  const tags = await bench.visitor().ask('GET /v1/tag/')
  const tagList = tags.data.slice(0, 1).map(({ id }: Loose) => id)
  bench.see(await browser.ask('POST /v1/article/', { body: { ...makeForm(title), tagList } }), {
    code: 200,
    data: null,
  })
  const query = { type: 3, pageNo: 1, pageSize: 10 }
  const { data } = await browser.ask('GET /v1/article/selectArticleByUserId', { query })
  const id = data.records.find((row: Loose) => row.title === title)?.id
  bench.that(id !== undefined, 'the draft is not among the caller’s own')
  if (id === undefined) return
  try {
    await use(browser, id, title)
  } finally {
    await browser.ask('DELETE /v1/article/', { query: { id } })
  }
}

const ofDraft = (browser: Browser, id: number) => browser.ask('GET /v1/article/selectMyArticleInfo', { query: { id } })

export const writingChecks: readonly CallCheck[] = [
  check('POST /v1/article/', 'saves a draft of the caller; data null', 'account', (bench) =>
    useDraft(bench, async () => undefined),
  ),

  check(
    'POST /v1/article/',
    'stores a submitted article for review and notifies the caller',
    'reference',
    async ({ see, reference }) => {
      const { browser, id: userId } = await reference.join()
      // A member's request to publish is a submission; an author named in the body is ignored.
      const body = { ...makeForm('送审'), isPublish: 1, userId: '1' }
      const { extra } = await browser.ask('POST /v1/article/', { body })
      const row = await reference.upstream.db
        .selectFrom('articles')
        .selectAll()
        .where('id', '=', extra.id)
        .executeTakeFirst()
      see(row, { is_publish: 2, author_id: userId }, 'the stored row')
      const notices = await browser.ask('GET /v1/im/getMessageNotice', { query: { type: 0 } })
      see(notices.data.records[0], { noticeType: 0, articleId: extra.id }, 'the notice')
    },
  ),

  check('GET /v1/article/selectMyArticleInfo', 'returns the source as typed', 'reference', async (bench) => {
    const { browser } = await bench.reference.join()
    const contentMd = '1.66 < n &lt; 1.70 "实测" <b>粗</b>'
    const body = { title: '原样', categoryId: 33, isPublish: 3, contentMd }
    const { extra } = await browser.ask('POST /v1/article/', { body })
    const { data } = await browser.ask('GET /v1/article/selectMyArticleInfo', { query: { id: extra.id } })
    bench.see(data, { content: contentMd, contentMd }, 'data')
    const own = await browser.ask('GET /v1/article/selectArticleByUserId', { query: { type: 3 } })
    bench.see(own.data.records[0].content, contentMd, 'the list')
  }),

  check('GET /v1/article/selectMyArticleInfo', 'returns the form as sent, tags as ids', 'account', (bench) =>
    useDraft(bench, async (browser, id, title) => {
      const { data } = await ofDraft(browser, id)
      const source = '谱图见下。'
      bench.see(
        data,
        { title, categoryId: 33, isPublish: 3, isOriginal: 1, content: source, contentMd: source },
        'data',
      )
      bench.that(data.tagList?.every(Number.isInteger), 'data.tagList holds no ids')
    }),
  ),

  check('GET /v1/article/selectMyArticleInfo', 'another’s article: code 500 and its text', 'account', async (bench) => {
    const { id } = await findNewestArticle(bench)
    const answer = await ofDraft(await bench.member(), id)
    bench.see(answer, { code: 500, message: '只能查看自己的文章！', data: null })
  }),

  check('PUT /v1/article/', 'updates the article and replaces all tags; data null', 'account', (bench) =>
    useDraft(bench, async (browser, id, title) => {
      const tags = await bench.visitor().ask('GET /v1/tag/')
      const tagList = tags.data.slice(1, 2).map(({ id: tag }: Loose) => tag)
      const body = { ...makeForm(title), id, summary: '改过', tagList }
      bench.see(await browser.ask('PUT /v1/article/', { body }), { code: 200, data: null })
      bench.see((await ofDraft(browser, id)).data, { summary: '改过', tagList }, 'data')
    }),
  ),

  check('PUT /v1/article/', 'another’s article: code 500 and its text', 'reference', async (bench) => {
    const { id } = await findNewestArticle(bench)
    const body = { ...makeForm('冒名'), id, userId: '1' }
    const answer = await (await bench.member()).ask('PUT /v1/article/', { body })
    bench.see(answer, { code: 500, message: '只能修改自己的文章！', data: null })
  }),

  check('DELETE /v1/article/', 'deletes the article; data null', 'account', (bench) =>
    useDraft(bench, async (browser, id) => {
      bench.see(await browser.ask('DELETE /v1/article/', { query: { id } }), { code: 200, data: null })
      bench.see(await ofDraft(browser, id), { code: 500 })
    }),
  ),

  check('DELETE /v1/article/', 'another’s article: code 500 and its text', 'reference', async (bench) => {
    const { id } = await findNewestArticle(bench)
    const answer = await (await bench.member()).ask('DELETE /v1/article/', { query: { id } })
    bench.see(answer, { code: 500, message: '只能删除自己的文章！', data: null })
  }),

  check(
    'POST /v1/article/preview',
    'renders Markdown as published, without scripts (ours)',
    'account',
    async ({ member, see, that }) => {
      const body = { contentMd: '## 折射率\n\n<script>alert(1)</script>' }
      const { code, data } = await (await member()).ask('POST /v1/article/preview', { body })
      see(code, 200, 'code')
      that(/<h2[ >]/.test(data.content) && !data.content.includes('<script'), `data.content is ${data.content}`)
    },
  ),

  check(
    'POST /v1/article/readMarkdownFile',
    'returns the text and the name without .md',
    'account',
    async ({ member, see }) => {
      const file = { name: '红外.md', bytes: Buffer.from('# 红外光谱\n\n谱图见下。') }
      const answer = await (await member()).ask('POST /v1/article/readMarkdownFile', { file })
      see(answer, { code: 200, data: { content: '# 红外光谱\n\n谱图见下。', fileName: '红外' } })
    },
  ),

  check(
    'POST /v1/article/readMarkdownFile',
    'a file that is not text: code 500 and its text',
    'reference',
    async ({ member, see }) => {
      const file = { name: 'a.md', bytes: Buffer.from([0, 255, 0, 255]) }
      const answer = await (await member()).ask('POST /v1/article/readMarkdownFile', { file })
      see(answer, { code: 500, message: '文件读取失败', data: null })
    },
  ),

  check('POST /file/upload', 'returns the address of the picture', 'account', async ({ member, see }) => {
    const file = { name: 'a.png', bytes: PIXEL }
    const { code, data } = await (await member()).ask('POST /file/upload', { file })
    see({ code, data }, { code: 200, data: /^(?:https?:\/\/|\/file\/img\/)[^\s]+$/ })
  }),

  check(
    'POST /file/upload',
    'returns an address that this site serves (ours)',
    'reference',
    async ({ member, see }) => {
      const file = { name: 'a.png', bytes: PIXEL }
      const { code, data } = await (await member()).ask('POST /file/upload', { file })
      see({ code, data }, { code: 200, data: /^\/file\/img\/[0-9a-f]{32}\.\w+$/ })
      const got = await (await member()).send('GET', data)
      see(got, { status: 200, headers: { 'content-type': /^image\// } })
    },
  ),

  check(
    'POST /v1/article/fetchPicture',
    'refuses an address that is not public: code 400 (ours)',
    'reference',
    async ({ member, see }) => {
      const body = { address: 'http://127.0.0.1/a.png' }
      const answer = await (await member()).ask('POST /v1/article/fetchPicture', { body })
      see(answer, { code: 400, message: '图片没有转存：地址不在公网上', data: null })
    },
  ),

  check('POST /file/upload', 'a file that is not a picture: code 400', 'reference', async ({ member, see }) => {
    const file = { name: 'a.png', bytes: Buffer.from('<html><script>alert(1)</script>') }
    const answer = await (await member()).ask('POST /file/upload', { file })
    see(answer, { code: 400, message: /^请选择/, data: null })
  }),

  check(
    'GET /file/img/{name}',
    'serves a picture as an attachment, cached as immutable (ours)',
    'reference',
    async ({ visitor, see }) => {
      const got = await visitor().send('GET', '/file/img/loupe.svg')
      const headers = {
        'content-type': /^image\/svg/,
        'content-disposition': 'attachment',
        'cache-control': /immutable/,
      }
      see(got, { status: 200, headers })
      see(await visitor().send('GET', '/file/img/missing.svg'), { status: 404 })
    },
  ),
]

/** One grey pixel, PNG. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
