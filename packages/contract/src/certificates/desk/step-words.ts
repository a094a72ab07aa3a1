/** Chinese words of the steps in the history of a number. */
const STEP_WORDS: Readonly<Record<string, string>> = {
  create: '建立',
  import: '批量导入',
  correct: '开始更正',
  reissue: '开始换发',
  withdraw: '申请撤销',
  record: '上传原始记录',
  recordRemove: '移除原始记录',
  write: '参与填写',
  submit: '提交审批',
  recall: '撤回提交',
  review: '审核通过',
  return: '退回',
  approve: '批准并发布',
  end: '批准撤销',
  replaced: '已被换发',
  discard: '放弃',
  endNow: '紧急撤销',
  confirm: '复核撤销',
  recover: '恢复备份后找回',
  check: '核对找回的内容',
  alone: '四眼原则停用期间，由一人兼任几步',
}

export const getStepWord = (step: string): string => STEP_WORDS[step] ?? step
