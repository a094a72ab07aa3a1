import { CODE } from '@portal/contract/errors.ts'
import { AppError, badInput } from '#platform/errors.ts'

/** Refusals of orders. */

export const announcementsClosed = () => new AppError(CODE.rule, '本中心暂不接受网上预约，请来电')
export const announcementsUsedUp = () => new AppError(CODE.rule, '今天的网上预约已满，请明天再试或来电')
export const tooManyOpenOrders = () => new AppError(CODE.rule, '这个手机号已有 5 张未送达的委托单，请先送样或取消')
export const serviceUnfit = (item: number) => badInput(`样品 ${item}：所选项目已停办或不适用于这一类别，请重新选择`)
export const referenceRepeated = (item: number) => badInput(`样品 ${item}：货号与前面的样品相同`)
export const orderFileTooLarge = () => badInput('文件不能超过 3 MB，请删去图片或不用的列，或另存为 CSV')
export const orderFilesBusy = () => new AppError(CODE.overloaded, '正在读取别的文件，请稍后再选一次', 5)
export const addressMissing = () => badInput('快递寄回须填写收件地址')
/** @param totalCents total by the present fee sheet */
export const priceChanged = (totalCents: number) =>
  new AppError(CODE.conflict, '价目已变，请核对新的费用后再提交', undefined, { totalCents })
export const orderReferenceTaken = (orderNo: string) =>
  new AppError(CODE.conflict, `这个 reference 已用于委托单 ${orderNo}，内容不同`, undefined, {
    reason: 'referenceTaken',
    orderNo,
  })
export const orderMissing = () => new AppError(CODE.rule, '没有查到。单号与查询码不相符，或该委托单已过查询期。')
export const orderArrived = () => new AppError(CODE.conflict, '样品已送达，不能再取消；要撤回样品请来电')
/** @param current the item as it is stored */
export const itemChanged = (current: Record<string, unknown>) =>
  new AppError(CODE.conflict, '这件样品刚由他人办理，请看过再继续', undefined, { current })
export const stepRefused = (sampleNo: string) => new AppError(CODE.rule, `样品 ${sampleNo} 的状态不允许这一步`)
export const massUnlike = (sampleNo: string, differenceG: string, toleranceG: string) =>
  new AppError(CODE.rule, `样品 ${sampleNo} 复称相差 ${differenceG} g，超出允许的 ${toleranceG} g，暂不能交付`)
/** The page does not send the same code again, because each one counts. */
export const pickupCodeWrong = () => new AppError(CODE.rule, '取件码不对', undefined, { reason: 'pickupCodeWrong' })
export const pickupCodeExpired = () => new AppError(CODE.rule, '取件码已过期，请核验证件')
export const pickupCodesUsedUp = () => new AppError(CODE.rule, '取件码错了 5 次，请核验证件')
export const recipientMissing = () => badInput('请核对取件码，或核验证件')
export const collectorUnknown = () => new AppError(CODE.rule, '证件上的人既非委托方，也不在可代领的名单上')
export const orderEnded = () => new AppError(CODE.conflict, '这张委托单已取消，请与委托方确认')
export const stepTextMissing = () => badInput('请写明内容，至少 4 个字')
export const trayMissing = () => badInput('请扫描或填写柜格')
export const certificateTaken = (sampleNo: string) => new AppError(CODE.conflict, `这份证书已属于样品 ${sampleNo}`)
export const secondPersonMissing = () =>
  new AppError(CODE.rule, '没有取件码时须由两人核验证件：请另一人先登记证件，30 分钟内由您交付')
export const identityUnlike = () => new AppError(CODE.rule, '与另一人登记的证件不符，请核对领取人与后四位')
export const secondWeigherMissing = (sampleNo: string) =>
  new AppError(CODE.rule, `样品 ${sampleNo} 复称曾超出允许差，须由另一人用另一台天平复称`)
export const ownerReleaseMissing = (sampleNo: string) =>
  new AppError(CODE.rule, `样品 ${sampleNo} 由两人复称均超出允许差，须由负责人放行`)
export const massFixed = () =>
  new AppError(CODE.rule, '收样质量只能在收样后、首次取样前更正；之后的差异由负责人在发放时放行')
export const ownMass = () => new AppError(CODE.rule, '这件样品您已称量过，请没有称量过的同事或负责人重新称量后更正')
export const massSame = () => badInput('与登记的质量相同，不必更正')
export const ownWeighing = () => new AppError(CODE.rule, '超出允许差的复称只由您登记，请另一人复称后再放行')
export const balanceTooCoarse = (sampleNo: string, divisionG: string) =>
  badInput(`样品 ${sampleNo} 收样时的天平分度为 ${divisionG} g，复称请用不比它粗的天平`)
export const unpaidReasonMissing = () => badInput('费用没有付清，请写明先交付的原因')
export const questionClosed = () => new AppError(CODE.conflict, '这个问题已经答复或已撤回，请看现在的进度')
export const choiceUnknown = () => badInput('请选择一项答复')
export const paymentMissing = () => new AppError(CODE.conflict, '没有这笔款项，或它已划去')
export const itemsUsedUp = () => badInput('一张委托单最多 500 件，请另开一张')
export const orderChanged = () => new AppError(CODE.conflict, '这张委托单刚由他人办理，请看过再继续')
export const draftExists = (certificateNo: string) =>
  new AppError(CODE.conflict, `这件样品已有证书草稿 ${certificateNo}`)
export const notDisputed = () => new AppError(CODE.conflict, '这张委托单没有未了结的异议')
export const noAlarm = () => new AppError(CODE.conflict, '这件样品没有超出允许差的复称')
export const trayUnknown = (tray: string) => badInput(`没有柜格“${tray}”，请核对或由负责人在“站点 · 送检”里添加`)
