// TensorFlow operators that do more than compute, by name.

import type { KnownVulnerabilityId } from './known-vulnerabilities.ts';

/** Operators by what they do. Savers (`SaveV2`, `RestoreV2`, ...) are part of every saved model and not listed. */
const operators: readonly (readonly [KnownVulnerabilityId, string])[] = [
  ['tensorflow_python_function', 'PyFunc PyFuncStateless EagerPyFunc'],
  [
    'tensorflow_file_access',
    'ReadFile WriteFile MatchingFiles WholeFileReader WholeFileReaderV2 TextLineReader TextLineReaderV2 ' +
      'TFRecordReader TFRecordReaderV2 FixedLengthRecordReader FixedLengthRecordReaderV2 LMDBReader ' +
      'TextLineDataset TFRecordDataset TFRecordDatasetV2 FixedLengthRecordDataset FixedLengthRecordDatasetV2 ' +
      'LMDBDataset ExperimentalLMDBDataset SqlDataset ExperimentalSqlDataset CSVDataset CSVDatasetV2 ' +
      'ExperimentalCSVDataset MatchingFilesDataset ExperimentalMatchingFilesDataset SaveDataset SaveDatasetV2 ' +
      'LoadDataset SnapshotDataset SnapshotDatasetV2 DatasetToTFRecord ExperimentalDatasetToTFRecord ' +
      'ImmutableConst ListSnapshotChunksDataset SnapshotDatasetReader SnapshotChunkDataset DistributedSave',
  ],
  [
    'tensorflow_network',
    'Rpc TryRpc RpcClient RpcServer RpcCall DataServiceDataset DataServiceDatasetV2 DataServiceDatasetV3 ' +
      'DataServiceDatasetV4 RegisterDataset RegisterDatasetV2 BigQueryReader BigQueryDataset BigtableClient ' +
      'KafkaDataset PubSubDataset IgniteDataset',
  ],
  [
    'tensorflow_log_access',
    'CreateSummaryFileWriter CreateSummaryDbWriter ImportEvent WriteSummary WriteRawProtoSummary ' +
      'WriteScalarSummary WriteHistogramSummary WriteImageSummary WriteAudioSummary WriteGraphSummary ' +
      'DebugIdentityV2 DebugIdentityV3',
  ],
];

const byName = new Map(operators.flatMap(([id, names]) => names.split(' ').map((name) => [name, id] as const)));

/** Gives the risk of an operator; undefined for one that only computes. */
export function operatorRisk(operator: string): KnownVulnerabilityId | undefined {
  return byName.get(operator);
}
