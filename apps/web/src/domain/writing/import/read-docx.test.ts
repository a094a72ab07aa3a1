import { strToU8, type Zippable, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readDocx } from './read-docx.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word file with this body. */
function makeDocx(body: string, more: Zippable = {}): Uint8Array {
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${PACKAGE}/content-types"><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': strToU8(`<w:document ${W}><w:body>${body}</w:body></w:document>`),
    'word/styles.xml': strToU8(
      `<w:styles ${W}><w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    ),
    ...more,
  })
}

const run = (words: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${words}</w:t></w:r>`
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const cell = (words: string) => `<w:tc>${paragraph(run(words))}</w:tc>`

describe('a Word file', () => {
  it('keeps headings, bold text, tables and inserted text, without comments and deleted text', async () => {
    const body = [
      paragraph(run('范围'), '<w:pStyle w:val="1"/>'),
      paragraph(
        `${run('依据')}${run('国标', '<w:b/>')}<w:ins w:id="1" w:author="沈">${run('新')}</w:ins><w:del w:id="2" w:author="沈"><w:r><w:delText>旧</w:delText></w:r></w:del>`,
      ),
      `<w:tbl><w:tr>${cell('样品')}${cell('密度')}</w:tr></w:tbl>`,
    ]
    expect(await readDocx(makeDocx(body.join('')))).toBe(
      '<h1>范围</h1><p>依据<strong>国标</strong>新</p><table><tr><td><p>样品</p></td><td><p>密度</p></td></tr></table>',
    )
  })

  it.each([
    ['a file that is no archive', strToU8('PK 不是压缩文件'), '文件已损坏'],
    ['an empty file', new Uint8Array(), '文件已损坏'],
    ['a truncated archive', makeDocx(paragraph(run('甲'))).slice(0, 400), '文件已损坏'],
    ['an archive of something else', zipSync({ 'a.xml': strToU8('<a/>') }), '文件已损坏'],
    ['a text that is no XML', makeDocx('<w:p'), '文件已损坏'],
    ['the older format', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), '旧版 .doc'],
    [
      'a bomb of entities',
      makeDocx('', {
        'word/document.xml': strToU8(
          `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "${'甲'.repeat(1000)}"><!ENTITY y "${'&x;'.repeat(1000)}">]><w:document ${W}><w:body>${paragraph(run('&y;'.repeat(100)))}</w:body></w:document>`,
        ),
      }),
      '文件已损坏',
    ],
    [
      'a bomb of zeros',
      makeDocx('', { 'word/media/a.png': [new Uint8Array(61 * 1024 * 1024), { level: 9 }] }),
      '文件解开后太大',
    ],
    ['a text that is too large', makeDocx(' '.repeat(10 * 1024 * 1024)), '文件解开后太大'],
    [
      'too many parts',
      makeDocx('', Object.fromEntries(Array.from({ length: 2001 }, (_, at) => [`word/x${at}.xml`, new Uint8Array()]))),
      '文件解开后太大',
    ],
  ])('is refused when it is %s', async (_what, file, message) => {
    await expect(readDocx(file)).rejects.toThrow(message)
  })
})
