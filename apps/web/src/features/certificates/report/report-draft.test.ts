import { REPORT_MAX } from '@portal/contract/certificates/certificate-states.ts'
import { describe, expect, it } from 'vitest'
import { EMPTY_REPORT, findFaults, readReport, toLetter, toReport } from './report-draft.ts'

const report = {
  kind: 'certificate',
  certificateNo: 'SH20261103001285',
  place: '某直播间',
  text: ' 封面字体不同，\n扫码打开的不是本站。 ',
  contact: '',
} as const

describe('a report', () => {
  it('omits empty fields', () => {
    expect(toReport(report)).toEqual({
      kind: 'certificate',
      certificateNo: 'SH20261103001285',
      place: '某直播间',
      text: '封面字体不同，\n扫码打开的不是本站。',
    })
  })

  it('becomes a letter with one line for each field', () => {
    expect(toLetter(report)).toEqual({
      title: '举报假证书 SH20261103001285',
      content: '编号：SH20261103001285\n来源：某直播间\n经过：封面字体不同，\n扫码打开的不是本站。',
    })
    expect(toLetter({ ...EMPTY_REPORT, kind: 'site' }).title).toBe('举报假网站')
  })

  it('requires a text, and an address for a forged site', () => {
    expect(findFaults({ ...EMPTY_REPORT, text: '字' })).toEqual({})
    expect(findFaults({ ...EMPTY_REPORT, kind: 'site', text: '字' })).toEqual({ place: '请输入假网站的网址' })
    expect(findFaults(EMPTY_REPORT)).toEqual({ text: '请输入经过' })
  })

  it('accepts texts up to the limit of upstream', () => {
    expect(findFaults({ ...EMPTY_REPORT, text: '𫟹'.repeat(REPORT_MAX.text) })).toEqual({})
    expect(findFaults({ ...EMPTY_REPORT, text: '字'.repeat(REPORT_MAX.text + 1) })).toEqual({
      text: '内容超过 1000 字，请缩短',
    })
  })

  it('ignores invalid fields of the form', () => {
    const form = new FormData()
    form.set('kind', 'else')
    form.set('place', 'x'.repeat(500))
    form.set('contact', new File([], 'a'))
    expect(readReport(form)).toEqual({ ...EMPTY_REPORT, place: 'x'.repeat(REPORT_MAX.place) })
  })
})
