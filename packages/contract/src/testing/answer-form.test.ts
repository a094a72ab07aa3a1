import { describe, expect, it } from 'vitest'
import { findCall } from '../calls.ts'
import { checkAnswerForm } from './answer-form.ts'

const makeAnswer = (data: unknown, extra: unknown = {}) => ({ code: 200, message: '成功', data, extra })
const tags = findCall('GET /v1/tag/')

describe('the check of an answer', () => {
  it('reports nothing for an answer that matches the contract', () => {
    expect(checkAnswerForm(tags, makeAnswer([{ id: 1, name: '软玉', articleNum: null }]), 'upstream')).toEqual({
      departures: [],
      unnamed: [],
    })
  })

  it('reports each missing or wrongly typed member, once for all rows', () => {
    const { departures } = checkAnswerForm(tags, makeAnswer([{ id: '1', name: '软玉' }, { id: 2 }]), 'upstream')
    expect(departures).toEqual([
      { differs: 'data[].id is the text "1"', says: 'integer' },
      { differs: 'data[].name is missing', says: 'name is always there' },
    ])
  })

  it('reports the fault inside a nullable object, and not that the object is not null', () => {
    const { departures } = checkAnswerForm(findCall('GET /v1/user/info'), makeAnswer({ id: 7 }), 'upstream')
    expect(departures).toEqual([{ differs: 'data.id is 7', says: 'string' }])
  })

  it('reports members that the contract does not name, at any depth', () => {
    const replies = [{ id: 2, content: '答', children: [], ip: '10.0.0.1' }]
    const page = { records: [{ id: 1, content: '问', children: replies }], pages: 1, hidden: 1 }
    const { unnamed } = checkAnswerForm(
      findCall('GET /v1/comment/'),
      { ...makeAnswer(page, { total: 1 }), trace: 'x' },
      'upstream',
    )
    expect(unnamed).toEqual(['data.hidden', 'data.records[].children[].ip', 'extra.total', 'trace'])
  })

  it('accepts free members of a certificate', () => {
    const certificate = {
      certificateNo: 'SH20261103001285',
      version: 1,
      category: 'jade',
      conclusion: '翡翠',
      issuedOn: '2026-11-03',
    }
    const answer = makeAnswer({ state: 'valid', certificate: { ...certificate, 拉曼光谱: '见附图' } })
    expect(checkAnswerForm(findCall('POST /v1/certificate/check'), answer, 'upstream')).toEqual({
      departures: [],
      unnamed: [],
    })
  })

  it('reports a missing or incomplete envelope', () => {
    expect(checkAnswerForm(tags, [], 'upstream').departures).toEqual([
      { differs: 'the answer is a list', says: 'an envelope' },
    ])
    expect(checkAnswerForm(tags, { code: '200', message: null, data: [] }, 'upstream').departures).toEqual([
      { differs: 'code is the text "200"', says: 'integer' },
      { differs: 'message is null', says: 'string' },
      { differs: 'extra is missing', says: 'extra is always there' },
    ])
  })

  it('requires a login token from upstream, reports one from the BFF, and never prints it', () => {
    const login = findCall('POST /oauth/emailLogin')
    const short = checkAnswerForm(login, makeAnswer({ id: '1', token: 'short' }), 'upstream')
    expect(short.departures).toHaveLength(1)
    expect(JSON.stringify(short)).not.toContain('short')
    expect(checkAnswerForm(login, makeAnswer({ id: '1', token: 'x'.repeat(128) }), 'bff').unnamed).toEqual([
      'data.token',
    ])
  })
})
