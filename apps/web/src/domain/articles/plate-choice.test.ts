import { describe, expect, it } from 'vitest'
import { choosePlate } from './plate-choice.ts'

const NEWS = 32
const chooseNewsPlate = (articleId: number, title = '年度工作安排') =>
  choosePlate({ articleId, categoryId: NEWS, title })

describe('choosePlate', () => {
  it('always gives an article the same cover', () => {
    expect(chooseNewsPlate(7)).toEqual(chooseNewsPlate(7))
  })

  it('gives neighbours different backgrounds and drawings', () => {
    for (let id = 1; id < 60; id++) {
      expect(chooseNewsPlate(id + 1).tone).not.toBe(chooseNewsPlate(id).tone)
      expect(chooseNewsPlate(id + 1).drawing).not.toBe(chooseNewsPlate(id).drawing)
    }
  })

  it('repeats no drawing within a dozen articles', () => {
    const drawings = Array.from({ length: 12 }, (_, index) => chooseNewsPlate(40 + index).drawing)
    expect(new Set(drawings).size).toBe(12)
  })

  it.each([
    ['绿松石检测增加结构描述项', 'turquoise', 'cabochon-veined', 'turquoise'],
    ['祖母绿净度改善的分级描述，今起写入证书', 'deep', 'emerald-cut', 'emerald'],
    ['钻石分级实训班报名', 'deep', 'round-brilliant', 'diamond'],
    ['翡翠 A 货的判定', 'sunken', 'bangle', 'jadeite'],
    ['和田玉产地不作判定', 'sunken', 'bi-disc', null],
    ['贵金属检测室搬迁至二层', 'sunken', 'ingot', null],
  ])('draws the subject of the title: %s', (title, tone, drawing, bars) => {
    expect(chooseNewsPlate(4, title)).toMatchObject({ tone, drawing, bars })
  })

  it('uses the gold background for certificates only', () => {
    expect(chooseNewsPlate(3, '新版证书启用防伪底纹与核验二维码')).toMatchObject({
      tone: 'gold',
      drawing: 'brilliant-face',
    })
    const tones = Array.from({ length: 60 }, (_, id) => chooseNewsPlate(id).tone)
    expect(tones).not.toContain('gold')
  })

  it('shows research as an absorption curve, of the stone in the title if any', () => {
    const chooseResearchPlate = (articleId: number, title: string) =>
      choosePlate({ articleId, categoryId: '33', title })
    expect(chooseResearchPlate(1, '翡翠 437 nm 吸收线的检出条件')).toMatchObject({
      tone: 'surface',
      drawing: 'curve-jadeite',
    })
    expect(chooseResearchPlate(1, '不确定度评定').drawing).not.toBe(chooseResearchPlate(2, '不确定度评定').drawing)
  })

  it('draws a gem in its own colour, and a product as itself', () => {
    expect(choosePlate({ articleId: 1, categoryId: 34, title: '红宝石' })).toMatchObject({
      drawing: 'oval-brilliant',
      ink: 'ruby',
      bars: 'ruby',
    })
    expect(choosePlate({ articleId: 1, categoryId: 35, title: '证书收纳册' })).toMatchObject({
      tone: 'sunken',
      drawing: 'certificate-folder',
    })
  })

  it('treats an article without a category as news', () => {
    expect(choosePlate({ articleId: 5, categoryId: null, title: '' })).toEqual(chooseNewsPlate(5, ''))
  })

  it.each([0, -3, Number.NaN, 2 ** 53])('has a cover for the unusual id %s', (articleId) => {
    expect(choosePlate({ articleId, categoryId: NEWS, title: '' }).drawing).toBeTruthy()
  })
})
