import { describe, expect, it } from 'vitest'
import { carriesToken, createPictureCheck } from './addresses.ts'

describe('an address that carries a token', () => {
  it.each([
    'https:?token=T',
    'https:/?token=T',
    'http:?token=T',
    'HTTPS:?token=T',
    'https:\\?token=T',
    '?token=T',
    '/?token=T',
    '\\?token=T',
    '//site.test/?token=T',
    '/\\site.test?token=T',
    'https://site.test?token=T',
    'https://user@site.test:8443/a?b=c&token=T#d',
    'ht\ttps:?to\nken=T',
    ' \u0000https:?token=T',
    '?%74oken=T',
    '?%74%6F%6B%65%6E=T',
    '?TOKEN=T',
    '?token',
    '#token',
    '?token=',
    '?a=1&token=1&token=2',
    '?a=1;token=2',
    '?+token+=T',
    'article/7?token=T',
    '/a#token=T',
    '/a#/?token=T',
    '/a?b=/?token=T',
  ])('is detected: %j', (address) => {
    expect(carriesToken(address)).toBe(true)
  })

  it.each([
    '',
    '/',
    '/token',
    '/token/?a=token',
    '?tokens=1',
    '?a=token=1',
    '?%2574oken=1',
    'https://other.test/a?access=1',
    'mailto:a@b.test',
    // No browser can open these addresses.
    'https://',
    'https:///?token=T',
  ])('is not mistaken for %j', (address) => {
    expect(carriesToken(address)).toBe(false)
  })
})

describe('the address of a picture', () => {
  const SITE = 'https://site.test'
  const isPictureAddress = (address: string, origin: string | null) => createPictureCheck(origin)(address)

  it.each([
    '/file/img/a.png',
    '/file/img/5b1f0c3a9d2e4f70.thumb.webp',
    'https://site.test/file/img/a.png',
    'http://site.test/file/img/a.png',
    '//site.test/file/img/a.png',
    '/img/../file/img/a.png',
    'https://other.test/logout',
    'http://other.test/a.png',
    '//other.test/a.png',
  ])('is accepted for an upload or another host: %j', (address) => {
    expect(isPictureAddress(address, SITE)).toBe(true)
  })

  it.each([
    '',
    '/',
    '/logout',
    'logout',
    'https://site.test/logout',
    'https://SITE.test:443/v1/article/like?articleId=1',
    'http://site.test/logout',
    'https://site.test:8443/logout',
    'https://site.test./logout',
    'https://user@site.test/logout',
    'https:/logout',
    'https:logout',
    'https:\\\\site.test\\logout',
    '//site.test/logout',
    '\\\\site.test/logout',
    '/img/.\t./logout',
    '/file/img/../../logout',
    '/file/img/..',
    '/file/img/../logout',
    '/file/img/.%2e/%2E./logout',
    '/file/img/..%2f..%2flogout',
    '/file/img\\..\\..\\logout',
    '/assets/a.svg',
    '/file/imgs/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'blob:https://site.test/1',
  ])('is refused when it is elsewhere on the site or in another form: %j', (address) => {
    expect(isPictureAddress(address, SITE)).toBe(false)
  })

  it('counts as local under every loopback name when the site has one', () => {
    for (const origin of [null, 'http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080']) {
      for (const host of ['localhost:8080', '127.0.0.1', '127.1', '[::1]', 'LOCALHOST.']) {
        expect([origin, host, isPictureAddress(`http://${host}/logout`, origin)]).toEqual([origin, host, false])
        expect([origin, host, isPictureAddress(`http://${host}/file/img/a.png`, origin)]).toEqual([origin, host, true])
      }
    }
    expect(isPictureAddress('http://localhost/logout', SITE)).toBe(true)
  })
})
