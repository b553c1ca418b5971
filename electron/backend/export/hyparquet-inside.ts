// This is what is used of hyparquet and hyparquet-writer beyond what they promise: their own ways build an object for
// each value, and whatever a few bytes of a file ask for. An update may move any of it; hyparquet-inside.test.ts says
// which.
export { parquetHeader } from 'hyparquet/src/column.js'
export { decompressPage } from 'hyparquet/src/datapage.js'
export { writePageHeader } from 'hyparquet-writer/src/datapage.js'
export { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
export { snappyCompress } from 'hyparquet-writer/src/snappy.js'
