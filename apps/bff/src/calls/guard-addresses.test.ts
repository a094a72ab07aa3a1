import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSite, OWN_ORIGIN, type TestSite, USER } from '#testing/make-site.ts'
import { ok } from '#testing/stub-upstream.ts'

let site: TestSite
beforeAll(async () => {
  site = await makeSite()
})
afterAll(() => site.close())

async function readData(url: string, data: unknown) {
  site.upstream.answer = () => ok(data)
  return (await site.app.inject(url)).json().data
}

it('removes a picture whose URL is a call of this site', async () => {
  for (const avatar of [
    '/logout',
    `${OWN_ORIGIN}/logout`,
    '/img/.\t./logout',
    '//site.test/v1/article/like?articleId=1',
  ]) {
    const user = await readData('/v1/user/info?userId=7', { ...USER, avatar, bjCover: avatar })
    expect([avatar, user.avatar, user.bjCover]).toEqual([avatar, null, null])
    const said = { id: '1', content: '好', avatar, imgUrl: `/file/img/a.png,${avatar},https://other.test/b.png,` }
    const says = await readData(`/v1/say/getSayList?pageNo=${avatar.length}`, { records: [said], pages: 1 })
    expect(says.records[0]).toMatchObject({ avatar: null, imgUrl: '/file/img/a.png,https://other.test/b.png' })
  }
})

it('keeps widths of pictures of this site, and removes those that lead elsewhere', async () => {
  const good = '/file/img/m/a1/b-480.webp 480w, /file/img/m/a1/b.webp 900w'
  const bad = [
    ...['/logout 480w', '/file/img/a.png, /logout 2x', '/file/img/../../logout 9w', 'https://x.test/a.png 480w'],
    '/file/img/a.png 480w, /file/img/b.png 2x',
  ]
  for (const [at, srcSet] of [good, ...bad].entries()) {
    const kept = srcSet === good ? good : null
    const article = { id: 1, title: '铁线', avatar: '/file/img/a.png', srcSet }
    const list = await readData(`/v1/article/?pageNo=${at + 1}&pageSize=9`, { records: [article], total: 1, pages: 1 })
    expect([srcSet, list.records[0].srcSet]).toEqual([srcSet, kept])
    const said = { id: '1', content: '好', imgUrl: '/file/img/a.png', imgSets: [{ imgUrl: '/file/img/a.png', srcSet }] }
    const says = await readData(`/v1/say/getSayList?pageNo=${at + 100}`, { records: [said], pages: 1 })
    expect(says.records[0].imgSets[0].srcSet).toBe(kept)
  }
})

it('keeps pictures that are uploads or on other sites', async () => {
  for (const avatar of ['/file/img/a.png', `${OWN_ORIGIN}/file/img/a.png`, 'https://other.test/a.png', '']) {
    expect((await readData('/v1/user/info?userId=8', { ...USER, avatar })).avatar).toBe(avatar)
  }
})

it('removes links that carry a login token', async () => {
  for (const address of [`${OWN_ORIGIN}/?token=x`, 'https:?token=x', '/?a=1&%74oken=x']) {
    const user = await readData('/v1/user/info?userId=9', { ...USER, webSite: address })
    expect([address, user.webSite]).toEqual([address, ''])
  }
  const headerMenu = [{ text: '甲', to: '', links: [{ text: '乙', to: '/about?token=x' }] }]
  const info = await readData('/v1/webSiteInfo', { name: '石衡', headerMenu, footerLinks: [] })
  expect(info.headerMenu[0].links[0].to).toBe('')
  const groups = [{ siteClassName: 'a', navigations: [{ id: 1, name: 'b', url: '/?token=x', logo: '/logout' }] }]
  const [{ navigations }] = await readData('/v1/site/getNavigations', groups)
  expect(navigations[0]).toMatchObject({ url: '', logo: null })
  expect((await readData('/v1/user/info?userId=10', { ...USER, webSite: 'https://a.test/?b=1' })).webSite).toBe(
    'https://a.test/?b=1',
  )
})

it('does not change texts of certificates, which are compared with the public log', async () => {
  const certificateNo = 'SH20261103001285'
  const texts = { logo: '无', avatar: '观音', imgUrl: '甲,乙', url: 'https://lab.example/?token=1' }
  const certificate = {
    certificateNo,
    version: 1,
    category: 'jade',
    conclusion: '翡翠',
    issuedOn: '2026-11-03',
    ...texts,
  }
  site.upstream.answer = () => ok({ state: 'valid', certificate })
  const payload = { certificateNo, checkCode: '7K3M9Q' }
  const answer = await site.app.inject({ method: 'POST', url: '/v1/certificate/check', payload })
  expect(answer.json().data.certificate).toEqual(certificate)
})
