import type { AuditFact } from './audit-log.ts'

/** Makes the record of an action of the operator's command. */
export const makeOperatorFact = (fact: Pick<AuditFact, 'action' | 'subject'>): AuditFact => ({
  ...fact,
  actor: { id: null, name: OPERATOR_NAME },
  outcome: 'done',
  requestId: 'command',
  network: 'local',
  device: null,
})

/** Makes the record of an action of the site itself, e.g. at the end of a penalty. */
export const makeSiteFact = (fact: Pick<AuditFact, 'action' | 'subject'>): AuditFact => ({
  ...fact,
  actor: { id: null, name: '本站' },
  outcome: 'done',
  requestId: 'schedule',
  network: 'local',
  device: null,
})

export const OPERATOR_NAME = '运维命令'
