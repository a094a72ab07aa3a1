import type { VisitedPage } from './public-pages.ts'
import type { WritingSite } from './writing-site.ts'

/**
 * Creates data for every page of a member, by the owner and by another member.
 * @returns the pages of the owner
 */
export async function createMemberPages({ ask, owner, writer, fetchToken }: WritingSite): Promise<VisitedPage[]> {
  type Page = { records: { id: number; title: string }[] }
  const [asOwner, asWriter] = [await fetchToken(owner), await fetchToken(writer)]
  const first = 'pageNo=1&pageSize=1'
  const own = await ask<Page>('GET', `/v1/article/selectArticleByUserId?${first}&type=1`, undefined, asOwner)
  const [article = { id: 0, title: '' }] = own.records
  const form = { categoryId: 33, isPublish: 2, contentMd: '## 谱图\n\n见下。', tagList: [] }
  await ask('POST', '/v1/article/', { ...form, title: '绿松石注胶的红外特征' }, asWriter)
  const waiting = await ask<Page>('GET', `/v1/review/articles?${first}`, undefined, asOwner)
  const waitingId = waiting.records[0]?.id ?? 0
  await ask('POST', '/v1/article/', { ...form, title: '误读的一格', isPublish: 0 }, asOwner)
  const hidden = await ask<Page>('GET', `/v1/article/selectArticleByUserId?${first}`, undefined, asOwner)
  const hiddenPath = `/article/${hidden.records[0]?.id}`

  const { id } = await ask<{ id: string }>('POST', '/oauth/emailLogin', writer)
  const posted = { articleId: article.id, content: '第三组样品的密度偏高？' }
  const comment = await ask<{ id: number }>('POST', '/v1/comment/', posted, asWriter)
  await ask('POST', '/v1/comment/', { ...posted, content: '已复核。', parentId: comment.id }, asOwner)
  await ask('POST', '/v1/comment/report', { id: comment.id, reason: '广告或引流' }, asOwner)
  await ask('POST', '/v1/feedback/', { type: 2, title: '夜间主题', content: '希望更暗' }, asWriter)
  await ask('GET', `/v1/collect/collect?articleId=${article.id}`, undefined, asOwner)
  await ask('POST', `/v1/followed/insertFollowed?userId=${id}`, undefined, asOwner)
  await ask('GET', '/v1/sign/', undefined, asOwner)
  await ask(
    'POST',
    '/v1/say/insertSay',
    { content: '今日到样', imgUrl: '/file/img/loupe.svg', address: '昆明' },
    asOwner,
  )
  const says = await ask<{ records: { id: string }[] }>('GET', `/v1/say/getSayList?${first}`)
  await ask('POST', '/v1/say/comment', { sayId: says.records[0]?.id, content: '铁线真细' }, asWriter)
  const { id: ownerId } = await ask<{ id: string }>('POST', '/oauth/emailLogin', owner)
  const say = (token: string, toUserId: string, content: string, type = 1) =>
    ask('POST', '/v1/im/chat', { code: 1, toUserId, content, type }, token)
  await say(asWriter, ownerId, '记录见 https://example.com/report。')
  await say(asOwner, id, '已收到，周三复测。')
  await say(asWriter, ownerId, '<img src="/file/img/loupe.svg" alt="图片">', 2)
  await say(asWriter, ownerId, '样品已寄出')

  return [
    { path: '/user', title: '个人主页', shows: '误读的一格' },
    { path: '/user?tab=favourites', title: '个人主页', shows: article.title },
    { path: '/user?tab=comments', title: '个人主页', shows: '已复核。' },
    { path: '/user?tab=follows', title: '个人主页', shows: '林知微' },
    { path: '/user?tab=security', title: '个人主页', shows: '下载我的数据' },
    { path: `/user?userId=${id}`, title: '林知微', shows: '已关注' },
    { path: '/my-orders', title: '我的委托', shows: '还没有委托单' },
    { path: '/newposts', title: '写文章', shows: '导入' },
    { path: '/notice/id?type=0', title: '系统通知', shows: '恭喜您签到成功' },
    { path: '/notice/id?type=1', title: '评论', shows: '第三组样品的密度偏高？' },
    { path: '/im', title: '私信', shows: '样品已寄出' },
    { path: `/im?userId=${id}`, title: '私信', shows: '已收到，周三复测。' },
    { path: '/say', title: '说说', shows: '铁线真细' },
    { path: '/newSays', title: '发说说', shows: '内容保存在本标签页' },
    { path: '/review', title: '审核', shows: '绿松石注胶的红外特征' },
    { path: `/review?article=${waitingId}`, title: '审核', shows: '退回修改' },
    { path: '/review?tab=shelf', title: '审核', shows: '误读的一格' },
    { path: '/review?tab=comments', title: '审核', shows: '举报原因：广告或引流' },
    { path: '/review?tab=feedback', title: '审核', shows: '希望更暗' },
    { path: `/article/${article.id}`, title: article.title, shows: '下架' },
    { path: hiddenPath, title: '误读的一格', status: 404, shows: '文章已下架，只有作者和编辑能看到。' },
  ]
}
