/** The part of the allow-list that torch's state dictionaries, tensors and plain layers need. */

/** Storage classes and dtypes: used in persistent ids and argument lists, never called. */
export const torchReferences: readonly (readonly [string, string])[] = [
  [
    'torch',
    'FloatStorage DoubleStorage HalfStorage BFloat16Storage LongStorage IntStorage ShortStorage CharStorage ByteStorage ' +
      'BoolStorage ComplexFloatStorage ComplexDoubleStorage QInt8Storage QUInt8Storage QInt32Storage QUInt4x2Storage ' +
      'QUInt2x4Storage Tensor float float16 float32 float64 half double bfloat16 float8_e4m3fn float8_e5m2 int int8 ' +
      'int16 int32 int64 long short uint8 uint16 uint32 uint64 bool complex64 complex128 qint8 quint8 qint32 ' +
      'per_tensor_affine per_channel_affine strided sparse_coo sparse_csr contiguous_format channels_last ' +
      'preserve_format FloatTensor DoubleTensor HalfTensor LongTensor IntTensor ByteTensor BoolTensor',
  ],
  [
    'torch.cuda',
    'FloatStorage DoubleStorage HalfStorage BFloat16Storage LongStorage IntStorage ByteStorage BoolStorage',
  ],
  ['torch.storage', 'UntypedStorage TypedStorage _TypedStorage _UntypedStorage'],
  ['torch._tensor', 'Tensor'],
  ['torch.nn.parameter', 'Parameter Buffer UninitializedParameter'],
];

/** Constructors that build tensors from their storages, and values without behaviour. */
export const torchCalls: readonly (readonly [string, string])[] = [
  ['torch', 'Size device'],
  [
    'torch._utils',
    '_rebuild_tensor _rebuild_tensor_v2 _rebuild_tensor_v3 _rebuild_parameter _rebuild_qtensor _rebuild_sparse_tensor ' +
      '_rebuild_sparse_csr_tensor _rebuild_nested_tensor _rebuild_meta_tensor_no_storage ' +
      '_rebuild_device_tensor_from_numpy _rebuild_device_tensor_from_cpu_tensor _rebuild_xla_tensor',
  ],
  ['torch.serialization', '_get_layout'],
  [
    'torch.jit._pickle',
    'build_intlist build_tensorlist build_doublelist build_boollist build_tensor_from_id restore_type_tag',
  ],
];

/** Layers. Their instances hold only data, and loading one runs no code of the file. */
export const torchLayers: readonly (readonly [string, string])[] = [
  ['container', 'Sequential ModuleList ModuleDict ParameterList ParameterDict'],
  ['linear', 'Linear Bilinear Identity NonDynamicallyQuantizableLinear'],
  ['conv', 'Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d'],
  ['batchnorm', 'BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm'],
  ['normalization', 'LayerNorm GroupNorm LocalResponseNorm RMSNorm'],
  ['instancenorm', 'InstanceNorm1d InstanceNorm2d InstanceNorm3d'],
  ['dropout', 'Dropout Dropout1d Dropout2d Dropout3d AlphaDropout'],
  ['sparse', 'Embedding EmbeddingBag'],
  ['rnn', 'RNN LSTM GRU RNNCell LSTMCell GRUCell'],
  [
    'activation',
    'ReLU ReLU6 LeakyReLU PReLU ELU SELU CELU GELU SiLU Mish Hardswish Hardsigmoid Hardtanh Sigmoid LogSigmoid Tanh ' +
      'Softmax Softmax2d LogSoftmax Softplus Softsign Threshold MultiheadAttention GLU',
  ],
  [
    'pooling',
    'MaxPool1d MaxPool2d MaxPool3d AvgPool1d AvgPool2d AvgPool3d AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d ' +
      'AdaptiveMaxPool1d AdaptiveMaxPool2d AdaptiveMaxPool3d',
  ],
  [
    'padding',
    'ZeroPad2d ConstantPad1d ConstantPad2d ReflectionPad1d ReflectionPad2d ReplicationPad1d ReplicationPad2d',
  ],
  ['flatten', 'Flatten Unflatten'],
  ['upsampling', 'Upsample UpsamplingNearest2d UpsamplingBilinear2d'],
  ['pixelshuffle', 'PixelShuffle PixelUnshuffle'],
  ['transformer', 'Transformer TransformerEncoder TransformerDecoder TransformerEncoderLayer TransformerDecoderLayer'],
  ['loss', 'CrossEntropyLoss MSELoss L1Loss NLLLoss BCELoss BCEWithLogitsLoss SmoothL1Loss HuberLoss KLDivLoss'],
];
