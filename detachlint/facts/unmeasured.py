"""Why some public names of torch have no measured facts. Patterns are those of ``fnmatch``."""

from __future__ import annotations

from fnmatch import fnmatchcase

REASONS: dict[str, tuple[str, ...]] = {
    "asks for or sets the state of the whole program, or of no tensor at all": (
        "torch.are_*",
        "torch.autocast_*",
        "torch.clear_autocast_cache",
        "torch.compiled_with_cxx11_abi",
        "torch.get_*",
        "torch.init_num_threads",
        "torch.initial_seed",
        "torch.is_*",
        "torch.manual_seed",
        "torch.prepare_multiprocessing_environment",
        "torch.profiler_allow_*",
        "torch.seed",
        "torch.set_*",
        "torch.thread_safe_generator",
        "torch.use_deterministic_algorithms",
    ),
    "needs a device other than a CPU": (
        "torch.batch_norm_*",
        "torch.cudnn_*",
        "torch.miopen_*",
        "torch.nn.functional.scaled_grouped_mm",
        "torch.nn.functional.scaled_mm",
        "torch.Tensor.cuda",
        "torch.Tensor.ipu",
        "torch.Tensor.mtia",
        "torch.Tensor.pin_memory",
        "torch.Tensor.record_stream",
        "torch.Tensor.xpu",
    ),
    "was removed from torch: a call raises": (
        "torch.eig",
        "torch.lstsq",
        "torch.matrix_rank",
        "torch.solve",
        "torch.symeig",
        "torch.Tensor.eig",
        "torch.Tensor.lstsq",
        "torch.Tensor.reinforce",
        "torch.Tensor.solve",
        "torch.Tensor.symeig",
    ),
    "works on numbers quantized or packed for one kind of processor, not on the tensors of a model": (
        "torch.choose_qparams_optimized",
        "torch.empty_quantized",
        "torch.fbgemm_*",
        "torch.fused_moving_avg_obs_fake_quant",
        "torch.mkldnn_*",
        "torch.quantized_*",
    ),
    "is a part of the compiler, of scripting or of function transforms, not an operator": (
        "torch.compile",
        "torch.cond",
        "torch.fork",
        "torch.import_ir_module*",
        "torch.merge_type_from_type_comment",
        "torch.parse_*",
        "torch.sym_constrain_*",
        "torch.sym_fresh_size",
        "torch.unify_type_list",
        "torch.vmap",
        "torch.wait",
        "torch.while_loop",
    ),
    "works inside torch: no one calls it on tensors of a model": (
        "torch.classproperty",
        "torch.slice_inverse",
        "torch.Tensor.slice_inverse",
        "torch.Tensor.index",
        "torch.Tensor.module_load",
        "torch.nn.functional.assert_int_or_pair",
        "torch.nn.functional.boolean_dispatch",
        "torch.nn.functional.handle_torch_function",
        "torch.nn.functional.has_torch_function*",
        "torch.nn.functional.Optional",
    ),
    "is what the interpreter models itself: graphs, hooks, files": (
        "torch.load",
        "torch.save",
        "torch.from_file",
        "torch.Tensor.backward",
        "torch.Tensor.register_hook",
        "torch.Tensor.register_post_accumulate_grad_hook",
        "torch.Tensor.retain_grad",
    ),
    "makes or takes sparse or nested tensors of a layout autograd hardly knows": (
        "torch.saddmm",
        "torch.sparse_*_tensor",
        "torch.Tensor.to_padded_tensor",
    ),
    "is not implemented for a CPU": (
        "torch.indices_copy",
        "torch.native_norm",
        "torch.values_copy",
    ),
    "holds other modules, or is there to be subclassed: it computes nothing itself": (
        "torch.nn.Container",
        "torch.nn.DataParallel",
        "torch.nn.Module",
        "torch.nn.ModuleDict",
        "torch.nn.ModuleList",
        "torch.nn.ParameterDict",
        "torch.nn.ParameterList",
        "torch.nn.RNNBase",
        "torch.nn.RNNCellBase",
        "torch.nn.Sequential",
    ),
}
"""By reason."""


def reason(qualname: str) -> str | None:
    """Why there are no facts about a public name; None when no reason is known."""
    for text, patterns in REASONS.items():
        if any(fnmatchcase(qualname, pattern) for pattern in patterns):
            return text
    return None
