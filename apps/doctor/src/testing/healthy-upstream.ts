import { ok, type SeenRequest, type StubAnswer } from '../../../bff/src/testing/stub-upstream.ts'

/** Answers by path, as the contract defines them. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/webSiteInfo': {
    name: '石衡',
    recordNum: '京ICP备00000000号',
    policeRecordNum: '京公网安备00000000000000号',
    phone: '010-00000000',
  },
  '/v1/category/': [{ id: 34, name: '宝石百科' }],
  '/v1/tag/': [],
  '/v1/': null,
  '/v1/article/': { records: [], pages: 0, total: 0 },
  '/v1/certificate/check': { state: 'unknown', supportNo: 'A1' },
  '/logout': '已退出登录',
}

/** Answers like an upstream that has no faults. */
export function answerHealthily({ url }: Pick<SeenRequest, 'url'>): StubAnswer {
  const data = ANSWERS[url.split('?', 1)[0] ?? '']
  return data === undefined ? { status: 404, body: { code: 404, message: '没有', data: null, extra: {} } } : ok(data)
}
